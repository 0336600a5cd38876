import type { ComponentChildren, JSX } from 'preact'
import { FileUp, type IconNode } from 'lucide'
import { Icon } from '../../shared/icon.js'

interface IconButtonProps {
  icon: IconNode
  /** Says what the button does, for screen readers. */
  label: string
  size?: number
  danger?: boolean
  disabled?: boolean
  onClick(): void
}

export const IconButton = ({
  icon,
  label,
  size = 16,
  danger = false,
  disabled = false,
  onClick,
}: IconButtonProps): JSX.Element => (
  <button
    type="button"
    class={danger ? 'icon-button danger' : 'icon-button'}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon of={icon} size={size} />
  </button>
)

interface UploadProps {
  icon?: IconNode
  /** The types of files that can be chosen, as in HTML. */
  accept: string
  /** Less prominent than other buttons. */
  quiet?: boolean
  disabled: boolean
  onChoose(file: File): void
  children: ComponentChildren
}

/** A button that lets the user choose a file. */
export const UploadButton = (props: UploadProps): JSX.Element => (
  <label class={props.quiet ? 'button quiet upload' : 'button upload'}>
    <Icon of={props.icon ?? FileUp} size={16} /> <span>{props.children}</span>
    <input
      type="file"
      class="hidden"
      accept={props.accept}
      disabled={props.disabled}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        currentTarget.value = ''
        if (file) props.onChoose(file)
      }}
    />
  </label>
)
