import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Trash } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { Sheet } from './sheet.js'

interface Props {
  label: string
  /** The title of the question; the label by default. */
  title?: string
  /** Says what is deleted, and what stays. */
  text: string
  onConfirm(): void
}

/** A button that deletes a record when the user has confirmed it. */
export function DeleteButton({ label, title = label, text, onConfirm }: Props): JSX.Element {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="link danger center" onClick={() => setIsOpen(true)}>
        <Icon of={Trash} size={18} /> {label}
      </button>
      {isOpen && (
        <Sheet title={title} onClose={() => setIsOpen(false)}>
          <p>{text}</p>
          <button
            type="button"
            class="button danger wide"
            onClick={() => {
              // A failure is shown on the screen below.
              setIsOpen(false)
              onConfirm()
            }}
          >
            {label}
          </button>
        </Sheet>
      )}
    </>
  )
}
