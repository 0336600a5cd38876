import type { ComponentChildren, JSX } from 'preact'
import { Form } from './form.js'
import { ErrorMessage } from './screen-parts.js'

interface Props {
  /** The reason why the form cannot be saved, for the user; null if it can. */
  error: string | null
  /** The text of the button. */
  action: string
  isBusy?: boolean
  onSubmit(): Promise<unknown>
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
  <Form class="card form" onSubmit={onSubmit}>
    {children}
    <ErrorMessage text={error} />
    <button class="button wide" disabled={isBusy}>
      {action}
    </button>
    {footer}
  </Form>
)
