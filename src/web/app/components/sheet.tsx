import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { X } from 'lucide'
import { t } from '../i18n.js'
import { RoundButton } from './round-button.js'

interface Props {
  title: string
  onClose(): void
  children: ComponentChildren
  /** Fills the height of a phone, for long lists. */
  tall?: boolean
}

/** A dialog: at the bottom of a phone, in the middle of a larger screen. */
export function Sheet({ title, onClose, children, tall = false }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class={tall ? 'sheet tall' : 'sheet'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={event => {
        // A click beside the content has the dialog itself as its target.
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <div class="sheet-content">
        <header class="sheet-header">
          <h2 id={titleId}>{title}</h2>
          <RoundButton icon={X} label={t('close')} onClick={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
