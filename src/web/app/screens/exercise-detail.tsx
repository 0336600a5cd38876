import type { JSX } from 'preact'
import { Pencil, Star } from 'lucide'
import { ExerciseScreenDocument, type ExerciseScreenQuery } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import type { Resource } from '../../shared/use-resource.js'
import { personalRecordText, setText, unitText } from '../components/figures.js'
import { mapQuery, MuscleMap } from '../components/muscle-map.js'
import { Loaded, useResource } from '../components/resource.js'
import { RoundButton } from '../components/round-button.js'
import { BackLink } from '../components/screen-parts.js'
import { weightUnit } from '../data/account.js'
import { request } from '../data/client.js'
import { favorites } from '../data/favorites.js'
import { write } from '../data/synchronization.js'
import { history } from '../data/workouts.js'
import { findExercise, localName, ownExercises } from '../data/catalogue.js'
import { formatDate, formatNumber, nameOf, t } from '../i18n.js'
import type { Exercise } from '../training/exercises.js'
import { estimateMax } from '../training/records.js'
import { convert } from '../training/units.js'
import { completedSetsOf, type WorkoutSet } from '../training/workout.js'

/** How many workouts with an exercise its screen shows. */
const shownWorkouts = 10

export function ExerciseDetail({ id }: { id: string }): JSX.Element {
  const exercise = findExercise(id)
  return (
    <>
      <BackLink to="exercises">{t('nav.exercises')}</BackLink>
      {exercise ? <Detail exercise={exercise} /> : <p class="card">{t('exercises.notFound')}</p>}
    </>
  )
}

interface Props {
  exercise: Exercise
}

function Detail({ exercise }: Props): JSX.Element {
  const details = useResource(
    async () => (await request(ExerciseScreenDocument, { id: exercise.id })).exercise,
    [exercise.id],
  )
  const records = details.value?.personalRecords ?? []
  return (
    <>
      <ExerciseHeader exercise={exercise} />
      <Properties exercise={exercise} />
      <div class="columns">
        <div>
          <section class="card">
            <MuscleMap query={mapQuery(exercise)} class="large" />
          </section>
          <Instructions exercise={exercise} details={details} />
        </div>
        <div>
          {records.length > 0 && <PersonalRecords records={records} />}
          <ExerciseHistory exercise={exercise} hasRecords={records.length > 0} />
        </div>
      </div>
    </>
  )
}

const findOwn = (exercise: Exercise) => ownExercises.value.find(({ id }) => id === exercise.id)

function ExerciseHeader({ exercise }: Props): JSX.Element {
  const own = findOwn(exercise)
  const isFavorite = favorites.value.has(exercise.id)
  return (
    <header class="row">
      <h1>{localName(exercise)}</h1>
      <RoundButton
        icon={Star}
        label={t('exercises.favorite')}
        isPressed={isFavorite}
        onClick={() => void write({ favoriteExercise: { id: exercise.id, favorite: !isFavorite } })}
      />
      {own && (
        <a class="round" href={`#/exercises/${own.id}/edit`} aria-label={t('exercises.edit')}>
          <Icon of={Pencil} />
        </a>
      )}
    </header>
  )
}

/** The muscles and the equipment. */
const Properties = ({ exercise }: Props): JSX.Element => (
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
)

function Instructions({ exercise, details }: InstructionsProps): JSX.Element {
  const own = findOwn(exercise)
  return (
    <section class="card">
      <h2>{t('exercises.instructions')}</h2>
      {own ? (
        // Own exercises are on the device. The service may not know them yet.
        <Steps of={own.instructions} />
      ) : (
        <Loaded of={details}>{value => <Steps of={value?.instructions} />}</Loaded>
      )}
    </section>
  )
}

const Steps = ({ of }: { of: readonly string[] | null | undefined }): JSX.Element => (
  <ol class="steps">
    {of?.map((step, at) => (
      <li key={at}>{step}</li>
    ))}
  </ol>
)

type ExerciseDetails = ExerciseScreenQuery['exercise']
type PersonalRecord = NonNullable<NonNullable<ExerciseDetails>['personalRecords']>[number]

interface InstructionsProps extends Props {
  details: Resource<ExerciseDetails>
}

const PersonalRecords = ({ records }: { records: readonly PersonalRecord[] }): JSX.Element => (
  <section class="card">
    <h2>{t('exercises.records')}</h2>
    <dl class="exercise-records">
      {records.map(record => (
        <div key={record.type}>
          <dt>{nameOf('recordType', record.type)}</dt>
          <dd>{personalRecordText(record)}</dd>
          <dd class="faint">{formatDate(record.achievedAt, { dateStyle: 'medium' })}</dd>
        </div>
      ))}
    </dl>
  </section>
)

interface HistoryProps extends Props {
  /** True if the records of the service are shown, which have the best estimated maximum. */
  hasRecords: boolean
}

/** The latest workouts with the exercise. Without the records, such as offline, also their best estimated maximum. */
function ExerciseHistory({ exercise, hasRecords }: HistoryProps): JSX.Element {
  const performed = history.value.flatMap(workout => {
    const sets = completedSetsOf(workout, exercise.id)
    return sets.length > 0 ? [{ workout, sets }] : []
  })
  const best = bestEstimate(performed.flatMap(({ sets }) => sets))
  return (
    <section class="card">
      <h2>{t('nav.history')}</h2>
      {best !== null && !hasRecords && (
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
                <span class="faint">{sets.map(set => setText(set, exercise.trackingType)).join(', ')}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In kilograms. */
function bestEstimate(sets: readonly WorkoutSet[]): number | null {
  const estimates = sets.map(estimateMax).filter(value => value !== null)
  return estimates.length > 0 ? Math.max(...estimates) : null
}
