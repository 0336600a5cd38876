import type { JSX } from 'preact'
import { ChevronDown, ChevronUp } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { t } from '../i18n.js'

interface Props {
  /** The name of the item, for screen readers. */
  name: string
  at: number
  /** The number of items in the list. */
  count: number
  onMove(to: number): void
}

/** The buttons that move an item of a list up and down. */
export const MoveButtons = ({ name, at, count, onMove }: Props): JSX.Element => (
  <>
    <button
      type="button"
      class="round"
      disabled={at === 0}
      aria-label={`${name}: ${t('move.up')}`}
      onClick={() => onMove(at - 1)}
    >
      <Icon of={ChevronUp} />
    </button>
    <button
      type="button"
      class="round"
      disabled={at === count - 1}
      aria-label={`${name}: ${t('move.down')}`}
      onClick={() => onMove(at + 1)}
    >
      <Icon of={ChevronDown} />
    </button>
  </>
)
