import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { BackLink, ErrorMessage } from '../../components/screen-parts.js'
import { synchronize } from '../../data/synchronization.js'
import { previewImport, runImport, type ImportOptions, type WorkoutImport } from '../../data/imports.js'
import { describe } from '../../errors.js'
import { t } from '../../i18n.js'
import { ImportForm } from './import-form.js'
import { ImportPreview } from './import-preview.js'
import { ImportResult } from './import-result.js'

/** The step at which the user is. */
type Step =
  | { name: 'file' }
  | { name: 'reading' }
  | { name: 'preview'; file: File; options: ImportOptions; preview: WorkoutImport }
  | { name: 'importing'; progress: WorkoutImport | null; total: number }
  | { name: 'result'; result: WorkoutImport }

/** Imports workouts from a file of another app or of this service: file, preview, result. */
export function ImportScreen(): JSX.Element {
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [error, setError] = useState<string | null>(null)

  /** Returns to the step before if the service refuses the file. */
  async function attempt(running: Step, before: Step, run: () => Promise<Step>): Promise<void> {
    setError(null)
    setStep(running)
    try {
      setStep(await run())
    } catch (problem) {
      setError(describe(problem))
      setStep(before)
    }
  }

  const read = (file: File, options: ImportOptions) =>
    attempt({ name: 'reading' }, { name: 'file' }, async () => {
      const preview = await previewImport(file, options)
      if (preview.importStatus === 'COMPLETED') return { name: 'preview', file, options, preview }
      setError(preview.error ?? t('import.failed'))
      return { name: 'file' }
    })

  const start = (before: Step & { name: 'preview' }, choices: ReadonlyMap<string, string>) => {
    const total = before.preview.rowsRead
    return attempt({ name: 'importing', progress: null, total }, before, async () => {
      const mapping = [...choices].map(([name, exerciseId]) => ({ name, exerciseId }))
      const result = await runImport(before.file, before.options, mapping, progress =>
        setStep({ name: 'importing', progress, total }),
      )
      void synchronize()
      return { name: 'result', result }
    })
  }

  return (
    <>
      <BackLink to="history">{t('nav.history')}</BackLink>
      <h1>{t('import')}</h1>
      <ErrorMessage text={error} />
      {step.name === 'file' && <ImportForm onRead={(file, options) => void read(file, options)} />}
      {step.name === 'reading' && (
        <p class="card" role="status">
          {t('import.reading')}
        </p>
      )}
      {step.name === 'preview' && (
        <ImportPreview
          preview={step.preview}
          onStart={choices => void start(step, choices)}
          onCancel={() => setStep({ name: 'file' })}
        />
      )}
      {step.name === 'importing' && <ImportProgress progress={step.progress} total={step.total} />}
      {step.name === 'result' && (
        <ImportResult result={step.result} onAgain={() => setStep({ name: 'file' })} />
      )}
    </>
  )
}

function ImportProgress({ progress, total }: { progress: WorkoutImport | null; total: number }): JSX.Element {
  const rows = progress?.rowsRead ?? 0
  return (
    <section class="card form" role="status">
      <p>{t('import.running', { rows, total })}</p>
      <progress value={rows} max={Math.max(1, total)} aria-label={t('import')} />
      <p class="faint">{t('import.leave')}</p>
    </section>
  )
}
