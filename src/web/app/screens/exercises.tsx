import type { JSX } from 'preact'
import { ChevronLeft, Pencil, Plus, Star } from 'lucide'
import { ExerciseScreenDocument } from '../../../../generated/operations/web-app.js'
import { ExerciseList, ExerciseRow } from '../components/exercise-picker.js'
import { setText, unitText } from '../components/figures.js'
import { Icon } from '../components/icon.js'
import { mapQuery, MuscleMap } from '../components/muscle-map.js'
import { Loaded, useResource } from '../components/resource.js'
import { favorites, history, request, weightUnit, write } from '../data/app.js'
import { findExercise, localName, ownExercises, type Exercise } from '../data/catalogue.js'
import { formatDate, formatNumber, nameOf, t } from '../i18n.js'
import { estimateMax } from '../training/records.js'
import { convert } from '../training/units.js'
import { quantitiesOf, type WorkoutSet } from '../training/workout.js'

/** How many workouts with an exercise its screen shows. */
const shownWorkouts = 10

export const ExercisesScreen = (): JSX.Element => (
  <>
    <h1>{t('nav.exercises')}</h1>
    <ExerciseList
      row={exercise => (
        <a class="exercise-row" href={`#/exercises/${exercise.id}`}>
          <ExerciseRow exercise={exercise} />
        </a>
      )}
    />
    <a class="button quiet wide" href="#/exercises/new">
      <Icon of={Plus} /> {t('exercises.create')}
    </a>
  </>
)

export function ExerciseDetail({ id }: { id: string }): JSX.Element {
  const exercise = findExercise(id)
  return (
    <>
      <a class="back" href="#/exercises">
        <Icon of={ChevronLeft} /> {t('nav.exercises')}
      </a>
      {exercise ? <Detail exercise={exercise} /> : <p class="card">{t('exercises.notFound')}</p>}
    </>
  )
}

function Detail({ exercise }: { exercise: Exercise }): JSX.Element {
  const own = ownExercises.value.find(({ id }) => id === exercise.id)
  const details = useResource(
    // Own exercises are on the device. The service may not know them yet.
    async () => own ?? (await request(ExerciseScreenDocument, { id: exercise.id })).exercise,
    [own ?? exercise.id],
  )
  const isFavorite = favorites.value.has(exercise.id)
  const performed = history.value.flatMap(workout => {
    const sets = workout.exercises
      .filter(({ exerciseId }) => exerciseId === exercise.id)
      .flatMap(entry => entry.sets.filter(({ completedAt }) => completedAt !== null))
    return sets.length > 0 ? [{ workout, sets }] : []
  })
  const best = bestEstimate(performed.flatMap(({ sets }) => sets))
  const quantities = quantitiesOf(exercise.trackingType)
  return (
    <>
      <header class="row">
        <h1>{localName(exercise)}</h1>
        <button
          type="button"
          class="round"
          aria-pressed={isFavorite}
          aria-label={t('exercises.favorite')}
          onClick={() => void write({ favoriteExercise: { id: exercise.id, favorite: !isFavorite } })}
        >
          <Icon of={Star} />
        </button>
        {own && (
          <a class="round" href={`#/exercises/${own.id}/edit`} aria-label={t('exercises.edit')}>
            <Icon of={Pencil} />
          </a>
        )}
      </header>
      <p class="chips">
        {exercise.primaryMuscles.map(muscle => (
          <span class="chip strong" key={muscle}>
            {nameOf('muscle', muscle)}
          </span>
        ))}
        {exercise.secondaryMuscles.map(muscle => (
          <span class="chip" key={muscle}>
            {nameOf('muscle', muscle)}
          </span>
        ))}
        {exercise.equipment.map(item => (
          <span class="chip" key={item}>
            {nameOf('equipment', item)}
          </span>
        ))}
      </p>
      <div class="columns">
        <div>
          <section class="card">
            <MuscleMap query={mapQuery(exercise)} class="large" />
          </section>
          <section class="card">
            <h2>{t('exercises.instructions')}</h2>
            <Loaded of={details}>
              {value => (
                <ol class="steps">
                  {value?.instructions?.map((step, at) => (
                    <li key={at}>{step}</li>
                  ))}
                </ol>
              )}
            </Loaded>
          </section>
        </div>
        <section class="card">
          <h2>{t('nav.history')}</h2>
          {best !== null && (
            <p class="figure">
              <b>
                {formatNumber(convert({ value: best, unit: 'KG' }, weightUnit.value), 1)}{' '}
                {unitText(weightUnit.value)}
              </b>
              <span class="faint">{t('exercises.bestEstimate')}</span>
            </p>
          )}
          {performed.length === 0 && <p class="faint">{t('exercises.neverDone')}</p>}
          <ul class="links">
            {performed.slice(0, shownWorkouts).map(({ workout, sets }) => (
              <li key={workout.id}>
                <a href={`#/history/${workout.id}`}>
                  <span>
                    <strong>{formatDate(workout.startedAt)}</strong>
                    <span class="faint">{sets.map(set => setText(set, quantities)).join(', ')}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

/** In kilograms. */
function bestEstimate(sets: readonly WorkoutSet[]): number | null {
  const estimates = sets.map(estimateMax).filter(value => value !== null)
  return estimates.length > 0 ? Math.max(...estimates) : null
}
