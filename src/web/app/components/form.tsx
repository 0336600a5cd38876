import type { ComponentChildren, JSX } from 'preact'

interface Props {
  class?: string
  /** A promise is not waited for: its action must show its own error. */
  onSubmit(form: FormData): unknown
  children: ComponentChildren
}

/** A form that the app submits instead of the browser. */
export const Form = ({ class: name, onSubmit, children }: Props): JSX.Element => (
  <form
    class={name}
    onSubmit={event => {
      event.preventDefault()
      onSubmit(new FormData(event.currentTarget))
    }}
  >
    {children}
  </form>
)
