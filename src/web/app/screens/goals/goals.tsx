import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { GoalList, goalText } from '../../components/goal-list.js'
import { BackLink, EmptyCard } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { goals } from '../../data/goals.js'
import { write } from '../../data/synchronization.js'
import { t } from '../../i18n.js'
import type { Goal } from '../../training/goals.js'
import { GoalEditor } from './goal-editor.js'

export function GoalsScreen(): JSX.Element {
  const [edited, setEdited] = useState<Goal | 'new' | null>(null)
  const [abandoned, setAbandoned] = useState<Goal | null>(null)
  const actions = { onEdit: setEdited, onAbandon: setAbandoned }
  const isAchieved = ({ achievedAt }: Goal) => achievedAt !== null
  const [reached, open] = [goals.value.filter(isAchieved), goals.value.filter(goal => !isAchieved(goal))]
  return (
    <>
      <BackLink to="progress">{t('nav.progress')}</BackLink>
      <h1>{t('goals')}</h1>
      {goals.value.length === 0 && <EmptyCard text={t('goals.empty')} />}
      {open.length > 0 && (
        <section class="card">
          <GoalList goals={open} actions={actions} />
        </section>
      )}
      {reached.length > 0 && (
        <section class="card">
          <h2>{t('goals.achieved')}</h2>
          <GoalList goals={reached} actions={actions} />
        </section>
      )}
      <button type="button" class="button wide" onClick={() => setEdited('new')}>
        <Icon of={Plus} /> {t('goals.create')}
      </button>
      {edited && <GoalEditor goal={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {abandoned && (
        <Sheet title={t('goals.abandon')} onClose={() => setAbandoned(null)}>
          <p>{t('goals.abandonText', { goal: goalText(abandoned) })}</p>
          <button
            type="button"
            class="button danger wide"
            onClick={() => void write({ deleteGoal: { id: abandoned.id } }).then(() => setAbandoned(null))}
          >
            {t('goals.abandon')}
          </button>
        </Sheet>
      )}
    </>
  )
}
