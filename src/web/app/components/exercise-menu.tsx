import type { JSX } from 'preact'
import { ChevronDown, ChevronUp, Dumbbell, Link, Trash, Unlink } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { t } from '../i18n.js'

interface Props {
  at: number
  /** The number of exercises in the list. */
  count: number
  /** Whether the exercise is in a superset with the one above. */
  isJoined: boolean
  /** Joins the exercise to a superset with the one above, or separates them. */
  onJoin(): void
  onMove(to: number): void
  onReplace(): void
  onRemove(): void
}

/** The buttons that join, move, replace and remove an exercise of a workout or of a plan. */
export const ExerciseMenu = ({
  at,
  count,
  isJoined,
  onJoin,
  onMove,
  onReplace,
  onRemove,
}: Props): JSX.Element => (
  <div class="menu">
    {at > 0 && (
      <button type="button" onClick={onJoin}>
        <Icon of={isJoined ? Unlink : Link} /> {t(isJoined ? 'plan.separate' : 'plan.join')}
      </button>
    )}
    {at > 0 && (
      <button type="button" onClick={() => onMove(at - 1)}>
        <Icon of={ChevronUp} /> {t('move.up')}
      </button>
    )}
    {at < count - 1 && (
      <button type="button" onClick={() => onMove(at + 1)}>
        <Icon of={ChevronDown} /> {t('move.down')}
      </button>
    )}
    <button type="button" onClick={onReplace}>
      <Icon of={Dumbbell} /> {t('workout.replace')}
    </button>
    <button type="button" class="danger" onClick={onRemove}>
      <Icon of={Trash} /> {t('workout.remove')}
    </button>
  </div>
)
