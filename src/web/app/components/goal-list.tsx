import type { JSX } from 'preact'
import { CloudUpload, Pencil, Trash, Trophy } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { unsentIds } from '../data/records.js'
import { exerciseName } from '../data/catalogue.js'
import { formatDay, formatNumber, t } from '../i18n.js'
import type { Goal } from '../training/goals.js'
import { unitText } from './figures.js'
import { RoundButton } from './round-button.js'

interface Props {
  goals: readonly Goal[]
  /** Without them the goals are only shown. */
  actions?: { onEdit(goal: Goal): void; onAbandon(goal: Goal): void }
}

export const GoalList = ({ goals, actions }: Props): JSX.Element => (
  <ul class="goals">
    {goals.map(goal => (
      <li key={goal.id}>
        <span>
          {goalText(goal)}
          {goal.endsOn !== null && (
            <span class="faint"> {t('goals.until', { date: formatDay(goal.endsOn) })}</span>
          )}
        </span>
        <span class="row faint">
          {unsentIds.value.has(goal.id) ? (
            <>
              <Icon of={CloudUpload} size={18} /> {t('history.waiting')}
            </>
          ) : goal.achievedAt === null ? (
            `${formatNumber(goal.progress.percent, 0)} %`
          ) : (
            <>
              <Icon of={Trophy} size={18} /> {t('goals.achieved')}
            </>
          )}
          {actions && (
            <>
              <RoundButton
                icon={Pencil}
                label={`${goalText(goal)}: ${t('goals.edit')}`}
                onClick={() => actions.onEdit(goal)}
              />
              <RoundButton
                icon={Trash}
                label={`${goalText(goal)}: ${t('goals.abandon')}`}
                onClick={() => actions.onAbandon(goal)}
              />
            </>
          )}
        </span>
        <progress value={Math.min(100, goal.progress.percent)} max={100} aria-label={goalText(goal)} />
      </li>
    ))}
  </ul>
)

export function goalText({ kind, exercise, target, unit, reps }: Goal): string {
  const name = exercise ? exerciseName(exercise.id) : t('goals.deletedExercise')
  const load = unit ? `${formatNumber(target)} ${unitText(unit)}` : formatNumber(target)
  if (kind === 'BODY_WEIGHT') return t('goals.bodyWeight', { load })
  if (kind === 'SESSIONS_PER_WEEK') return t('goals.sessions', { count: target })
  if (kind === 'DISTANCE') return `${name}: ${load} m`
  if (kind === 'ONE_RM') return t('goals.oneRepMax', { name, load })
  return `${name}: ${load} × ${reps ?? 1}`
}
