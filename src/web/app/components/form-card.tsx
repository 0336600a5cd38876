import type { ComponentChildren, JSX } from 'preact'

interface Props {
  /** The reason why the form cannot be saved, for the user; null if it can. */
  error: string | null
  /** The text of the button. */
  action: string
  isBusy?: boolean
  onSubmit(): Promise<void>
  /** Content below the button, such as a button that deletes the record. */
  footer?: ComponentChildren
  children: ComponentChildren
}

/** A card with a form: fields, an error message and the button that submits them. */
export const FormCard = ({
  error,
  action,
  isBusy = false,
  onSubmit,
  footer,
  children,
}: Props): JSX.Element => (
  <form
    class="card form"
    onSubmit={event => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
    <p class="error" role="alert">
      {error}
    </p>
    <button class="button wide" disabled={isBusy}>
      {action}
    </button>
    {footer}
  </form>
)
