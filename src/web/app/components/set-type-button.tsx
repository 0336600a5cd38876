import type { JSX } from 'preact'
import type { SetType } from '../../../../generated/operations/web-app.js'
import { nameOf } from '../i18n.js'

const types = ['NORMAL', 'WARMUP', 'DROPSET', 'FAILURE'] as const

function nextType(type: SetType): SetType {
  const at = types.findIndex(one => one === type)
  return types[(at + 1) % types.length] ?? 'NORMAL'
}

interface Props {
  /** Names the set for screen readers. */
  label: string
  type: SetType
  /** The number of the set among the working sets, which the button shows for a normal set. */
  number: number
  /** Changes the type of a set to the one that follows. */
  onChange(next: (type: SetType) => SetType): void
}

/** Shows the type of a set, and changes it to the next one. */
export const SetTypeButton = ({ label, type, number, onChange }: Props): JSX.Element => (
  <button
    type="button"
    class={`set-type ${type.toLowerCase()}`}
    aria-label={`${label}: ${nameOf('setType', type)}`}
    title={nameOf('setType', type)}
    onClick={() => onChange(nextType)}
  >
    {type === 'NORMAL' ? number : nameOf('setType', type).charAt(0)}
  </button>
)
