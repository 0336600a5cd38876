import type { JSX } from 'preact'
import type { WorkoutImport } from '../../data/imports.js'
import { t } from '../../i18n.js'
import { ImportTotals } from './import-totals.js'
import { SkippedLines } from './skipped-lines.js'

interface Props {
  result: WorkoutImport
  /** Begins again with another file. */
  onAgain(): void
}

export function ImportResult({ result, onAgain }: Props): JSX.Element {
  const { importStatus, error, exercisesCreated } = result
  const hasFailed = importStatus === 'FAILED'
  return (
    <>
      <p class="card" role="status">
        {hasFailed ? `${error ?? t('import.failed')} ${t('import.failedText')}` : t('import.done')}
      </p>
      <ImportTotals of={result} />
      {exercisesCreated.length > 0 && (
        <p class="faint">{t('import.created', { names: exercisesCreated.join(', ') })}</p>
      )}
      <SkippedLines of={result} />
      <a class="button wide" href="#/history">
        {t('import.toHistory')}
      </a>
      <button type="button" class="button quiet wide" onClick={onAgain}>
        {t('import.otherFile')}
      </button>
    </>
  )
}
