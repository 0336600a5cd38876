import type { JSX } from 'preact'
import { ChevronDown, ChevronUp } from 'lucide'
import { t } from '../i18n.js'
import { RoundButton } from './round-button.js'

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
    <RoundButton
      icon={ChevronUp}
      label={`${name}: ${t('move.up')}`}
      disabled={at === 0}
      onClick={() => onMove(at - 1)}
    />
    <RoundButton
      icon={ChevronDown}
      label={`${name}: ${t('move.down')}`}
      disabled={at === count - 1}
      onClick={() => onMove(at + 1)}
    />
  </>
)
