import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ExerciseScreenDocument } from '../../../../../generated/operations/console.js'
import { go } from '../../../shared/router.js'
import { BackLink } from '../../components/links.js'
import { Loaded, useQuery } from '../../components/query.js'
import { t } from '../../i18n.js'
import { emptyExercise } from './exercise-draft.js'
import { ExerciseEditor } from './exercise-editor.js'

/** Edits an exercise of the catalogue. @param id `new` for a new exercise */
export const ExerciseScreen = ({ id }: { id: string }): JSX.Element => (
  <>
    <BackLink to="exercises">{t('nav.exercises')}</BackLink>
    {id === 'new' ? (
      <ExerciseEditor exercise={emptyExercise()} onSaved={({ id }) => go(`exercises/${id}`)} />
    ) : (
      <ExistingExercise id={id} />
    )}
  </>
)

function ExistingExercise({ id }: { id: string }): JSX.Element {
  const query = useQuery(ExerciseScreenDocument, { id })
  const [isSaved, setIsSaved] = useState(false)
  return (
    <Loaded of={query}>
      {({ exercise }) =>
        exercise && (
          <ExerciseEditor
            key={exercise.version}
            exercise={exercise}
            isSaved={isSaved}
            onSaved={() => {
              setIsSaved(true)
              query.reload()
            }}
          />
        )
      }
    </Loaded>
  )
}
