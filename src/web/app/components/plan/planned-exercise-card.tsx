import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { EllipsisVertical, Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { exerciseName, findExercise } from '../../data/catalogue.js'
import { t } from '../../i18n.js'
import { newPlannedSet, type PlannedExercise, type PlannedSet } from '../../training/plan.js'
import { numberOf, quantitiesOf } from '../../training/workout.js'
import { ExercisePicker } from '../exercise-picker.js'
import { RoundButton } from '../round-button.js'
import { SupersetChip } from '../superset-chip.js'
import { PlannedExerciseSheet, type PlannedExerciseProps } from './planned-exercise-sheet.js'
import { PlannedSetRow, plannedColumnText } from './planned-set-row.js'

/** The most sets that the service accepts. */
const maxSets = 20

/** An exercise of a plan, with its sets. */
export function PlannedExerciseCard(props: PlannedExerciseProps): JSX.Element {
  const { exercises, exercise, at, edit } = props
  const [sheet, setSheet] = useState<'menu' | 'replace' | null>(null)
  const name = exerciseName(exercise.exerciseId)

  const editExercise = (change: (exercise: PlannedExercise) => Partial<PlannedExercise>) =>
    edit(current => current.map(one => (one.id === exercise.id ? { ...one, ...change(one) } : one)))

  return (
    <section class="card entry" aria-label={name}>
      <SupersetChip exercises={exercises} at={at} />
      <header>
        <h2>{name}</h2>
        <RoundButton
          icon={EllipsisVertical}
          label={t('workout.options', { exercise: name })}
          onClick={() => setSheet('menu')}
        />
      </header>
      <PlannedSets
        exercise={exercise}
        editSets={change => editExercise(({ sets }) => ({ sets: change(sets) }))}
      />
      {sheet === 'menu' && (
        <PlannedExerciseSheet
          {...props}
          editExercise={editExercise}
          onReplace={() => setSheet('replace')}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'replace' && (
        <ExercisePicker
          title={t('workout.replace')}
          onClose={() => setSheet(null)}
          onPick={exerciseId => {
            setSheet(null)
            // Loads belong to the exercise before.
            editExercise(({ sets }) => ({ exerciseId, sets: sets.map(set => ({ ...set, load: null })) }))
          }}
        />
      )}
    </section>
  )
}

interface SetsProps {
  exercise: PlannedExercise
  editSets(change: (sets: readonly PlannedSet[]) => PlannedSet[]): void
}

function PlannedSets({ exercise, editSets }: SetsProps): JSX.Element {
  const { sets } = exercise
  const trackingType = findExercise(exercise.exerciseId)?.trackingType
  const isPercent = exercise.progression?.type === 'PERCENT'
  return (
    <>
      <table class="sets">
        <thead>
          <tr>
            <th scope="col">{t('set')}</th>
            {quantitiesOf(trackingType).map(quantity => (
              <th scope="col" key={quantity}>
                {plannedColumnText(quantity, trackingType, isPercent)}
              </th>
            ))}
            <th scope="col">{t('plan.rpe')}</th>
            <th scope="col">
              <span class="hidden">{t('set.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set, index) => (
            <PlannedSetRow
              key={index}
              set={set}
              number={numberOf(sets, index)}
              label={t('set.number', { number: index + 1 })}
              trackingType={trackingType}
              isPercent={isPercent}
              isOnly={sets.length === 1}
              onChange={change =>
                editSets(current => current.map((one, other) => (other === index ? change(one) : one)))
              }
              onRemove={() => editSets(current => current.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
      {sets.length < maxSets && (
        <div class="entry-actions">
          <button
            type="button"
            class="link"
            onClick={() => editSets(current => [...current, { ...(current.at(-1) ?? newPlannedSet()) }])}
          >
            <Icon of={Plus} size={18} /> {t('set.add')}
          </button>
        </div>
      )}
    </>
  )
}
