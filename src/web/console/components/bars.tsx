import type { JSX } from 'preact'
import { formatNumber } from '../i18n.js'

/** A bar that shows a share, 0 to 1. The value itself must be in a text next to it. */
export const Bar = ({ share }: { share: number }): JSX.Element => (
  <svg class="bar" width="100%" height="8" aria-hidden="true">
    <rect width={`${Math.min(1, share) * 100}%`} height="8" rx="4" />
  </svg>
)

interface Item {
  name: string
  value: number
}

/** A list of values with bars that show their relation. */
export function Bars({ items }: { items: readonly Item[] }): JSX.Element {
  const most = Math.max(1, ...items.map(({ value }) => value))
  return (
    <ul class="bars">
      {items.map(({ name, value }) => (
        <li key={name}>
          <span>{name}</span>
          <Bar share={value / most} />
          <span>{formatNumber(value)}</span>
        </li>
      ))}
    </ul>
  )
}
