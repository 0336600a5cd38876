import type { JSX } from 'preact'
import { plural } from '../i18n.js'

interface Props {
  exercises: readonly { name: string; count: number }[]
}

/** The exercises of a day of a plan, with the numbers of their sets. */
export const PlannedList = ({ exercises }: Props): JSX.Element => (
  <ul class="planned">
    {exercises.map(({ name, count }, at) => (
      <li key={at}>
        <span>{name}</span>
        <span class="faint">{plural('sets', count)}</span>
      </li>
    ))}
  </ul>
)
