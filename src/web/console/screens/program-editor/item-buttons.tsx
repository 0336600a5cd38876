import type { JSX } from 'preact'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide'
import { IconButton } from '../../components/buttons.js'
import { t } from '../../i18n.js'

interface Props {
  /** The name of the item, for the labels of the buttons. */
  name: string
  index: number
  /** The number of items in the list. */
  count: number
  canRemove?: boolean
  onMove(to: number): void
  onRemove(): void
}

/** The buttons that move an item in its list, and remove it. */
export const ItemButtons = ({
  name,
  index,
  count,
  canRemove = true,
  onMove,
  onRemove,
}: Props): JSX.Element => (
  <div class="item-buttons">
    <IconButton
      icon={ArrowUp}
      label={t('programEditor.earlier', { name })}
      disabled={index === 0}
      onClick={() => onMove(index - 1)}
    />
    <IconButton
      icon={ArrowDown}
      label={t('programEditor.later', { name })}
      disabled={index === count - 1}
      onClick={() => onMove(index + 1)}
    />
    <IconButton
      icon={Trash2}
      label={t('programEditor.remove', { name })}
      danger
      disabled={!canRemove}
      onClick={onRemove}
    />
  </div>
)
