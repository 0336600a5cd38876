import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Search, Star } from 'lucide'
import type { Equipment, Muscle } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { favorites } from '../data/favorites.js'
import { localName, searchExercises, type Scope } from '../data/catalogue.js'
import { nameOf, plural, t } from '../i18n.js'
import { equipment, muscles, type Exercise } from '../training/exercises.js'
import { Choice } from './fields.js'
import { mapQuery, MuscleMap } from './muscle-map.js'
import { MoreButton } from './screen-parts.js'
import { Sheet } from './sheet.js'

/** How many exercises are shown before the user asks for more. */
const pageSize = 40

const noneTexts = {
  ALL: 'exercises.none',
  FAVORITES: 'exercises.noFavorites',
  OWN: 'exercises.noOwn',
} as const

interface Props {
  row(exercise: Exercise): JSX.Element
}

/** A list of exercises with a search and filters, from the catalogue on the device. */
export function ExerciseList({ row }: Props): JSX.Element {
  const [search, setSearch] = useState('')
  const [muscle, setMuscle] = useState<Muscle | null>(null)
  const [item, setItem] = useState<Equipment | null>(null)
  const [count, setCount] = useState(pageSize)
  const [scope, setScope] = useState<Scope>('ALL')
  const found = searchExercises({ search, muscle, equipment: item, scope })
  return (
    <>
      <div class="filters" role="search">
        <div class="search">
          <Icon of={Search} size={20} />
          <input
            type="search"
            aria-label={t('exercises.search')}
            placeholder={t('exercises.search')}
            value={search}
            onInput={event => {
              setSearch(event.currentTarget.value)
              setCount(pageSize)
            }}
          />
        </div>
        <select
          aria-label={t('muscle')}
          value={muscle ?? ''}
          onChange={event => setMuscle(muscles.find(one => one === event.currentTarget.value) ?? null)}
        >
          <option value="">{t('muscle.all')}</option>
          {muscles.map(one => (
            <option key={one} value={one}>
              {nameOf('muscle', one)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('equipment')}
          value={item ?? ''}
          onChange={event => setItem(equipment.find(one => one === event.currentTarget.value) ?? null)}
        >
          <option value="">{t('equipment.all')}</option>
          {equipment.map(one => (
            <option key={one} value={one}>
              {nameOf('equipment', one)}
            </option>
          ))}
        </select>
        <Choice
          label={t('exercises.scope')}
          options={[
            ['ALL', t('exercises.scope.ALL')],
            ['FAVORITES', t('exercises.scope.FAVORITES')],
            ['OWN', t('exercises.scope.OWN')],
          ]}
          value={scope}
          onChange={setScope}
        />
      </div>
      <p class="faint count" role="status">
        {found.length > 0 ? plural('exercises', found.length) : t(noneTexts[scope])}
      </p>
      <ul class="exercise-list">
        {found.slice(0, count).map(exercise => (
          <li key={exercise.id}>{row(exercise)}</li>
        ))}
      </ul>
      {found.length > count && <MoreButton onClick={() => setCount(count + pageSize)} />}
    </>
  )
}

export const ExerciseRow = ({ exercise }: { exercise: Exercise }): JSX.Element => (
  <>
    <MuscleMap query={mapQuery(exercise)} class="thumb" />
    <span>
      <strong>
        {localName(exercise)}
        {favorites.value.has(exercise.id) && (
          <>
            {' '}
            <Icon of={Star} size={16} />
            <span class="hidden">{t('exercises.isFavorite')}</span>
          </>
        )}
      </strong>
      <span class="faint">
        {[
          ...exercise.primaryMuscles.map(muscle => nameOf('muscle', muscle)),
          ...exercise.equipment.map(item => nameOf('equipment', item)),
        ].join(' · ')}
      </span>
    </span>
  </>
)

interface PickerProps {
  /** "Add exercise" by default. */
  title?: string
  onPick(exerciseId: string): void
  onClose(): void
}

export const ExercisePicker = ({ title, onPick, onClose }: PickerProps): JSX.Element => (
  <Sheet title={title ?? t('workout.addExercise')} onClose={onClose} tall>
    <ExerciseList
      row={exercise => (
        <button type="button" class="exercise-row" onClick={() => onPick(exercise.id)}>
          <ExerciseRow exercise={exercise} />
        </button>
      )}
    />
  </Sheet>
)
