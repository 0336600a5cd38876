import { h, type JSX } from 'preact'
import type { IconNode } from 'lucide'

interface Props {
  of: IconNode
  size?: number
}

/** An icon without a meaning of its own: what it stands for must be in the text next to it, or in a label. */
export const Icon = ({ of, size = 22 }: Props): JSX.Element => (
  <svg
    class="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {of.map(([tag, attributes], at) => h(tag, { ...attributes, key: at }))}
  </svg>
)
