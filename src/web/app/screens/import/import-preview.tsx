import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { WorkoutImport } from '../../data/imports.js'
import { plural, t } from '../../i18n.js'
import { ImportTotals } from './import-totals.js'
import { SkippedLines } from './skipped-lines.js'
import { UnmatchedExercise } from './unmatched-exercise.js'

interface Props {
  preview: WorkoutImport
  /** @param choices the exercises that the user has chosen, by the name in the file */
  onStart(choices: ReadonlyMap<string, string>): void
  onCancel(): void
}

export function ImportPreview({ preview, onStart, onCancel }: Props): JSX.Element {
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const { workoutsMade, recordsRestored, exercisesMatched, unmatchedExercises } = preview
  const isEmpty = workoutsMade + recordsRestored === 0

  function choose(name: string, exerciseId: string | null): void {
    const changed = new Map(choices)
    if (exerciseId === null) changed.delete(name)
    else changed.set(name, exerciseId)
    setChoices(changed)
  }

  return (
    <>
      <ImportTotals of={preview} />
      {exercisesMatched.length > 0 && (
        <p class="faint">
          {t('import.matched', { exercises: plural('exercises', exercisesMatched.length) })}
        </p>
      )}
      {unmatchedExercises.length > 0 && (
        <section>
          <h2 class="group">{t('import.unmatched')}</h2>
          <p class="faint">{t('import.unmatchedText')}</p>
          {unmatchedExercises.map(unmatched => (
            <UnmatchedExercise
              key={unmatched.name}
              of={unmatched}
              choice={choices.get(unmatched.name) ?? null}
              onChoose={id => choose(unmatched.name, id)}
            />
          ))}
        </section>
      )}
      <SkippedLines of={preview} />
      {isEmpty && <p class="card">{t('import.nothing')}</p>}
      <button type="button" class="button wide" disabled={isEmpty} onClick={() => onStart(choices)}>
        {t('import.start')}
      </button>
      <button type="button" class="button quiet wide" onClick={onCancel}>
        {t('import.otherFile')}
      </button>
    </>
  )
}
