import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Check, Trash } from 'lucide'
import type { SetType } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { nameOf, t } from '../i18n.js'
import { Sheet } from './sheet.js'

const types = ['NORMAL', 'WARMUP', 'DROPSET', 'FAILURE', 'MYO', 'PARTIAL', 'FORCED'] as const

interface Props {
  /** Names the set for screen readers, and is the title of its options. */
  label: string
  type: SetType
  /** The number of the set among the working sets, which the button shows for a normal set. */
  number: number
  onChange(type: SetType): void
  /** Removes the set. Without it, the options have no button for this. */
  onRemove?: (() => void) | undefined
}

/** Shows the type of a set, and opens the options of the set: the other types, and the button that removes it. */
export function SetTypeButton({ label, type, number, onChange, onRemove }: Props): JSX.Element {
  const [isOpen, setIsOpen] = useState(false)
  const choose = (action: () => void) => {
    setIsOpen(false)
    action()
  }
  return (
    <>
      <button
        type="button"
        class={`set-type ${type.toLowerCase()}`}
        aria-label={`${label}: ${nameOf('setType', type)}`}
        aria-haspopup="dialog"
        title={nameOf('setType', type)}
        onClick={() => setIsOpen(true)}
      >
        {type === 'NORMAL' ? number : abbreviationOf(type)}
      </button>
      {isOpen && (
        <Sheet title={label} onClose={() => setIsOpen(false)}>
          <div class="menu set-options">
            {types.map(one => (
              <button
                type="button"
                key={one}
                aria-pressed={one === type}
                onClick={() => choose(() => onChange(one))}
              >
                <span>{nameOf('setType', one)}</span>
                {one === type && <Icon of={Check} />}
              </button>
            ))}
            {onRemove && (
              <button
                type="button"
                class="danger"
                aria-label={`${label}: ${t('set.remove')}`}
                onClick={() => choose(onRemove)}
              >
                <Icon of={Trash} /> {t('set.remove')}
              </button>
            )}
          </div>
        </Sheet>
      )}
    </>
  )
}

/** The first letter of the name of a type, or the first two if a type before it begins with the same letter. */
function abbreviationOf(type: SetType): string {
  const name = nameOf('setType', type)
  const before = types.slice(1, types.indexOf(type)).map(one => nameOf('setType', one).charAt(0))
  return name.slice(0, before.includes(name.charAt(0)) ? 2 : 1)
}
