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
import { Select } from '../components/fields.js'
import { ListTable } from '../components/list-table.js'
import { Loaded, useQuery } from '../components/query.js'
import { ScreenHeader } from '../components/screen-header.js'
import { SearchField } from '../components/search-field.js'
import { Table, type Columns } from '../components/table.js'
import { useList } from '../components/use-list.js'
import { nameOf, namesOf, t } from '../i18n.js'
import { localPath } from '../local-path.js'
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
      <ScreenHeader title={t('nav.exercises')} count={list.totalCount}>
        <div class="actions">
          <a class="button quiet" href="#/exercises/import">
            <Icon of={FileUp} size={16} /> {t('exerciseImport.action')}
          </a>
          <a class="button" href="#/exercises/new">
            <Icon of={Plus} size={16} /> {t('exercise.new')}
          </a>
        </div>
      </ScreenHeader>
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
        <ListTable of={list} columns={columns()} keyOf={({ id }) => id} empty={t('exercises.none')} />
      </div>
      <ArchivedExercises />
    </>
  )
}

const columns = (): Columns<ExerciseLineFragment> => [
  {
    title: t('exercise'),
    cell: ({ id, name, slug, images }) => (
      <div class="with-picture">
        <span class="picture">
          {images[0] ? (
            <img src={localPath(images[0].url)} alt="" loading="lazy" />
          ) : (
            <Icon of={Dumbbell} size={18} />
          )}
        </span>
        <span>
          <a href={`#/exercises/${id}`}>{name}</a>
          <small>{slug}</small>
        </span>
      </div>
    ),
  },
  {
    title: t('exercise.primaryMuscles'),
    cell: ({ primaryMuscles }) => primaryMuscles.map(value => nameOf('muscle', value)).join(', ') || '–',
  },
  {
    title: t('equipment'),
    isWide: true,
    cell: exercise => exercise.equipment.map(value => nameOf('equipment', value)).join(', ') || '–',
  },
  {
    title: t('exercise.category'),
    isWide: true,
    cell: ({ category }) => nameOf('category', category),
  },
]

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
            <Table columns={columns()} rows={archivedExercises} keyOf={({ id }) => id} />
          </section>
        )
      }
    </Loaded>
  )
}
