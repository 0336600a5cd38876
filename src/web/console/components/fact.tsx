import type { ComponentChildren, JSX } from 'preact'

/** A name with its value in a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
