import type { JSX } from 'preact'
import type { IconNode } from 'lucide'
import { Icon } from '../../shared/icon.js'

interface Props {
  icon: IconNode
  /** Says what the button does, for screen readers. */
  label: string
  size?: number
  /** For a button that turns something on and off. */
  isPressed?: boolean
  disabled?: boolean
  onClick(): void
}

/** A button with an icon only. */
export const RoundButton = ({ icon, label, size, isPressed, disabled, onClick }: Props): JSX.Element => (
  <button
    type="button"
    class="round"
    aria-pressed={isPressed}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon of={icon} size={size} />
  </button>
)
