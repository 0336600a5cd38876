import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Import } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { UploadButton } from '../components/buttons.js'
import { BackLink } from '../components/links.js'
import { Problem } from '../components/query.js'
import { ScreenHeader } from '../components/screen-header.js'
import { importExercises, previewImport, type CatalogueImportResult } from '../catalogue-import.js'
import { formatNumber, t, type TextKey } from '../i18n.js'

type State =
  | { step: 'choose' }
  | { step: 'preview'; file: File; result: CatalogueImportResult }
  | { step: 'import'; done: number; total: number }
  | { step: 'done'; result: CatalogueImportResult }

/** Imports exercises from a file into the catalogue, after a preview. */
export function ExerciseImportScreen(): JSX.Element {
  const [state, setState] = useState<State>({ step: 'choose' })
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function run(work: () => Promise<State>): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      setState(await work())
    } catch (problem) {
      setError(problem)
      setState({ step: 'choose' })
    }
    setIsBusy(false)
  }

  const choose = (file: File) =>
    run(async () => ({ step: 'preview', file, result: await previewImport(file) }))

  const start = (file: File) =>
    run(async () => {
      const onProgress = (done: number, total: number) => setState({ step: 'import', done, total })
      onProgress(0, 1)
      return { step: 'done', result: await importExercises(file, onProgress) }
    })

  return (
    <>
      <BackLink to="exercises">{t('nav.exercises')}</BackLink>
      <ScreenHeader title={t('exerciseImport')} />
      <p class="faint">{t('exerciseImport.text')}</p>
      {error !== null && <Problem error={error} />}
      <div role="status">
        {state.step === 'done' && <p class="notice good">{t('exerciseImport.done')}</p>}
      </div>
      {state.step === 'import' ? (
        <section class="card fields">
          <h2>{t('exerciseImport.running')}</h2>
          <progress value={state.done} max={state.total} aria-label={t('exerciseImport.running')} />
        </section>
      ) : (
        <div class="actions">
          <UploadButton
            accept=".json,application/json"
            quiet={state.step === 'preview'}
            disabled={isBusy}
            onChoose={file => void choose(file)}
          >
            {t(uploadText(state, isBusy))}
          </UploadButton>
          {state.step === 'preview' && state.result.added + state.result.changed > 0 && (
            <button type="button" class="button" disabled={isBusy} onClick={() => void start(state.file)}>
              <Icon of={Import} size={16} />{' '}
              {t('exerciseImport.start', { count: state.result.added + state.result.changed })}
            </button>
          )}
        </div>
      )}
      {state.step === 'preview' && (
        <>
          <h2>{t('exerciseImport.preview', { name: state.file.name })}</h2>
          <Result of={state.result} />
        </>
      )}
      {state.step === 'done' && <Result of={state.result} />}
    </>
  )
}

function uploadText({ step }: State, isBusy: boolean): TextKey {
  if (isBusy) return 'loading'
  return step === 'preview' ? 'exerciseImport.other' : 'exerciseImport.choose'
}

function Result({ of: result }: { of: CatalogueImportResult }): JSX.Element {
  const groups: { text: TextKey; count: number; names: readonly string[] }[] = [
    { text: 'exerciseImport.added', count: result.added, names: result.addedNames },
    { text: 'exerciseImport.changed', count: result.changed, names: result.changedNames },
    { text: 'exerciseImport.unchanged', count: result.unchanged, names: [] },
    { text: 'exerciseImport.ignored', count: result.ignored, names: result.ignoredNames },
    {
      text: 'exerciseImport.skipped',
      count: result.skipped,
      names: result.skippedRecords.map(({ record, reason }) => `${record}: ${reason}`),
    },
  ]
  return (
    <>
      <div class="tiles">
        {groups.map(({ text, count }) => (
          <section class="card tile" key={text}>
            <h3>{t(text)}</h3>
            <p class="number">{formatNumber(count)}</p>
          </section>
        ))}
      </div>
      {groups
        .filter(({ names }) => names.length > 0)
        .map(({ text, count, names }) => (
          <details class="card names" key={text}>
            <summary>
              {t(text)} ({formatNumber(count)})
            </summary>
            <ul class="rows">
              {names.map((name, index) => (
                <li key={index}>{name}</li>
              ))}
            </ul>
            {count > names.length && (
              <p class="faint">{t('exerciseImport.more', { count: count - names.length })}</p>
            )}
          </details>
        ))}
    </>
  )
}
