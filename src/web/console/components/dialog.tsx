import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { describe } from '../errors.js'
import { t } from '../i18n.js'

interface Props {
  title: string
  /** The text of the button that performs the action. */
  action: string
  danger?: boolean
  /** The dialog closes when it resolves; an error is shown in the dialog. */
  onConfirm(form: FormData): Promise<void>
  onClose(): void
  children: ComponentChildren
}

/** A form in a dialog with one action. */
export function Dialog({ title, action, danger = false, onConfirm, onClose, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    try {
      await onConfirm(new FormData(event.currentTarget as HTMLFormElement))
      dialog.current?.close()
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={titleId} onClose={onClose}>
      <form onSubmit={event => void submit(event)}>
        <h2 id={titleId}>{title}</h2>
        {children}
        {error !== null && (
          <p class="error" role="alert">
            {describe(error)}
          </p>
        )}
        <div class="buttons">
          <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
          <button type="submit" class={danger ? 'button danger' : 'button'} disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
