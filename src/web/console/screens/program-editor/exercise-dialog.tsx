import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  ExerciseListDocument,
  type ExerciseLineFragment,
} from '../../../../../generated/operations/console.js'
import { Dialog } from '../../components/dialog.js'
import { ListEnd } from '../../components/list-table.js'
import { SearchField } from '../../components/search-field.js'
import { useList } from '../../components/use-list.js'
import { t } from '../../i18n.js'

interface Props {
  onChoose(exercise: ExerciseLineFragment): void
  onClose(): void
}

/** Lets the user choose an exercise of the catalogue. */
export function ExerciseDialog({ onChoose, onClose }: Props): JSX.Element {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const variables = { search: search === '' ? null : search, filter: { scope: 'CATALOGUE' as const } }
  const list = useList(ExerciseListDocument, variables, ({ exercises }) => exercises)
  const nodes = list.nodes ?? []
  return (
    <Dialog
      title={t('programEditor.exercise.add')}
      action={t('programEditor.add')}
      onClose={onClose}
      onConfirm={async () => {
        const exercise = nodes.find(({ id }) => id === chosen)
        if (exercise) onChoose(exercise)
      }}
    >
      <SearchField label={t('exercises.search')} onSearch={setSearch} />
      <fieldset class="choices">
        <legend class="hidden">{t('nav.exercises')}</legend>
        {nodes.map(({ id, name }) => (
          <label class="check" key={id}>
            <input
              type="radio"
              name="exercise"
              required
              checked={chosen === id}
              onChange={() => setChosen(id)}
            />
            <span>{name}</span>
          </label>
        ))}
        <ListEnd of={list} empty={t('exercises.none')} />
      </fieldset>
    </Dialog>
  )
}
