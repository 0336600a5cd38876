import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Archive, Save } from 'lucide'
import {
  ArchiveCatalogueExerciseDocument,
  SaveCatalogueExerciseDocument,
} from '../../../../../generated/operations/console.js'
import { Icon } from '../../../shared/icon.js'
import { Dialog } from '../../components/dialog.js'
import { Problem } from '../../components/query.js'
import { t } from '../../i18n.js'
import { request } from '../../session.js'
import { toInput, type ExerciseDraft } from './exercise-draft.js'
import { ExerciseImages } from './exercise-images.js'
import { ExerciseProperties } from './exercise-properties.js'
import { ExerciseTexts } from './exercise-texts.js'

interface Props {
  exercise: ExerciseDraft
  /** Whether the exercise has just been saved. */
  isSaved?: boolean
  onSaved(exercise: { id: string }): void
}

export function ExerciseEditor({ exercise, isSaved = false, onSaved }: Props): JSX.Element {
  const [draft, setDraft] = useState(exercise)
  const [error, setError] = useState<unknown>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isArchiving, setIsArchiving] = useState(false)
  const isNew = exercise.version === 0
  const change = (changes: Partial<ExerciseDraft>) => setDraft(before => ({ ...before, ...changes }))
  const isUnchanged = draft === exercise

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    setNotice(null)
    try {
      const { saveCatalogueExercise: result } = await request(SaveCatalogueExerciseDocument, {
        input: toInput(draft),
      })
      if (result?.conflict) setNotice(t('exercise.conflict'))
      else onSaved(draft)
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  return (
    <>
      <form class="editor" onSubmit={event => void save(event)}>
        <EditorHeader exercise={exercise} isBusy={isBusy} onArchive={() => setIsArchiving(true)} />
        {error !== null && <Problem error={error} />}
        <div role="status">
          {notice !== null && <p class="notice warn">{notice}</p>}
          {isSaved && isUnchanged && <p class="notice good">{t('exercise.saved')}</p>}
        </div>
        <div class="columns">
          <ExerciseProperties exercise={draft} isNew={isNew} onChange={change} />
          <div class="stack">
            <ExerciseImages images={draft.images} onChange={images => change({ images })} />
            <ExerciseTexts
              translations={draft.translations}
              onChange={translations => change({ translations })}
            />
          </div>
        </div>
      </form>
      {isArchiving && (
        <ArchiveDialog exercise={exercise} onClose={() => setIsArchiving(false)} onDone={onSaved} />
      )}
    </>
  )
}

interface HeaderProps {
  exercise: ExerciseDraft
  isBusy: boolean
  onArchive(): void
}

function EditorHeader({ exercise, isBusy, onArchive }: HeaderProps): JSX.Element {
  const isNew = exercise.version === 0
  const english = exercise.translations.find(({ locale }) => locale === 'en')
  return (
    <header class="head">
      <div>
        <h1>{isNew ? t('exercise.new') : (english?.name ?? exercise.slug)}</h1>
        {!isNew && <p class="faint">{exercise.slug}</p>}
      </div>
      {exercise.isArchived && <span class="badge warn">{t('archived')}</span>}
      <div class="actions">
        {!isNew && !exercise.isArchived && (
          <button type="button" class="button quiet danger" onClick={onArchive}>
            <Icon of={Archive} size={16} /> {t('archive')}
          </button>
        )}
        <button type="submit" class="button" disabled={isBusy}>
          <Icon of={Save} size={16} /> {t(exercise.isArchived ? 'exercise.unarchive' : 'save')}
        </button>
      </div>
    </header>
  )
}

interface ArchiveProps {
  exercise: ExerciseDraft
  onClose(): void
  onDone(exercise: { id: string }): void
}

const ArchiveDialog = ({ exercise, onClose, onDone }: ArchiveProps): JSX.Element => (
  <Dialog
    title={t('exercise.archive.title')}
    action={t('archive')}
    danger
    onClose={onClose}
    onConfirm={async () => {
      await request(ArchiveCatalogueExerciseDocument, { id: exercise.id, expectedVersion: exercise.version })
      onDone(exercise)
    }}
  >
    <p>{t('exercise.archive.text')}</p>
  </Dialog>
)
