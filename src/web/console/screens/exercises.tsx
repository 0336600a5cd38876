import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dumbbell, FileUp, Plus } from 'lucide'
import {
  ArchivedExercisesDocument,
  ExerciseListDocument,
  type Equipment,
  type ExerciseLineFragment,
  type Muscle,
} from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { SearchField, Select } from '../components/fields.js'
import { ListEnd, Loaded, useList, useQuery } from '../components/query.js'
import { localPath } from '../local-path.js'
import { nameOf, namesOf, t } from '../i18n.js'
import { equipment as allEquipment, muscles } from '../values.js'

export function ExercisesScreen(): JSX.Element {
  const [search, setSearch] = useState('')
  const [muscle, setMuscle] = useState<Muscle | null>(null)
  const [equipment, setEquipment] = useState<Equipment | null>(null)
  const filter = {
    scope: 'CATALOGUE' as const,
    primaryMuscles: muscle === null ? [] : [muscle],
    equipment: equipment === null ? [] : [equipment],
  }
  const variables = { search: search === '' ? null : search, filter }
  const list = useList(ExerciseListDocument, variables, ({ exercises }) => exercises)
  return (
    <>
      <header class="head">
        <h1>{t('nav.exercises')}</h1>
        {list.totalCount !== null && <p class="faint">{t('matches', { count: list.totalCount })}</p>}
        <div class="actions">
          <a class="button quiet" href="#/exercises/import">
            <Icon of={FileUp} size={16} /> {t('exerciseImport.action')}
          </a>
          <a class="button" href="#/exercises/new">
            <Icon of={Plus} size={16} /> {t('exercise.new')}
          </a>
        </div>
      </header>
      <div class="filters" role="search">
        <SearchField label={t('exercises.search')} onSearch={setSearch} />
        <Select
          label={t('muscle')}
          none={t('all')}
          value={muscle}
          onChange={setMuscle}
          options={namesOf('muscle', muscles)}
        />
        <Select
          label={t('equipment')}
          none={t('all')}
          value={equipment}
          onChange={setEquipment}
          options={namesOf('equipment', allEquipment)}
        />
      </div>
      <div class="card table">
        {list.nodes !== null && list.nodes.length > 0 && <ExerciseTable exercises={list.nodes} />}
        <ListEnd of={list} empty={t('exercises.none')} />
      </div>
      <ArchivedExercises />
    </>
  )
}

const ExerciseTable = ({ exercises }: { exercises: readonly ExerciseLineFragment[] }): JSX.Element => (
  <table>
    <thead>
      <tr>
        <th scope="col">{t('exercise')}</th>
        <th scope="col">{t('exercise.primaryMuscles')}</th>
        <th scope="col" class="wide">
          {t('equipment')}
        </th>
        <th scope="col" class="wide">
          {t('exercise.category')}
        </th>
      </tr>
    </thead>
    <tbody>
      {exercises.map(exercise => (
        <tr key={exercise.id}>
          <th scope="row">
            <div class="with-picture">
              <span class="picture">
                {exercise.images[0] ? (
                  <img src={localPath(exercise.images[0].url)} alt="" loading="lazy" />
                ) : (
                  <Icon of={Dumbbell} size={18} />
                )}
              </span>
              <span>
                <a href={`#/exercises/${exercise.id}`}>{exercise.name}</a>
                <small>{exercise.slug}</small>
              </span>
            </div>
          </th>
          <td>{exercise.primaryMuscles.map(value => nameOf('muscle', value)).join(', ') || '–'}</td>
          <td class="wide">
            {exercise.equipment.map(value => nameOf('equipment', value)).join(', ') || '–'}
          </td>
          <td class="wide">{nameOf('category', exercise.category)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The archived exercises, which the list leaves out; nothing if there are none. */
function ArchivedExercises(): JSX.Element {
  const query = useQuery(ArchivedExercisesDocument, {})
  return (
    <Loaded of={query}>
      {({ archivedExercises }) =>
        archivedExercises !== null &&
        archivedExercises.length > 0 && (
          <section class="card table">
            <header>
              <h2>{t('exercises.archived')}</h2>
            </header>
            <ExerciseTable exercises={archivedExercises} />
          </section>
        )
      }
    </Loaded>
  )
}
