import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronLeft, Search } from 'lucide'
import { Choice, TimezoneSelect } from '../components/fields.js'
import { ExercisePicker } from '../components/exercise-picker.js'
import { Stat } from '../components/figures.js'
import { Icon } from '../components/icon.js'
import { synchronize, weightUnit } from '../data/app.js'
import { exerciseName } from '../data/catalogue.js'
import { previewImport, runImport, type ImportOptions, type WorkoutImport } from '../data/imports.js'
import { timezone } from '../data/preferences.js'
import { describe } from '../errors.js'
import { formatNumber, plural, t } from '../i18n.js'

/** How many skipped lines are shown before the user asks for more. */
const shownLines = 20

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
      <a class="back" href="#/history">
        <Icon of={ChevronLeft} /> {t('nav.history')}
      </a>
      <h1>{t('import')}</h1>
      <p class="error" role="alert">
        {error}
      </p>
      {step.name === 'file' && <FileForm onRead={(file, options) => void read(file, options)} />}
      {step.name === 'reading' && (
        <p class="card" role="status">
          {t('import.reading')}
        </p>
      )}
      {step.name === 'preview' && (
        <Preview
          preview={step.preview}
          onStart={choices => void start(step, choices)}
          onCancel={() => setStep({ name: 'file' })}
        />
      )}
      {step.name === 'importing' && <Progress progress={step.progress} total={step.total} />}
      {step.name === 'result' && <Result result={step.result} onAgain={() => setStep({ name: 'file' })} />}
    </>
  )
}

function FileForm({ onRead }: { onRead(file: File, options: ImportOptions): void }): JSX.Element {
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<ImportOptions>({
    ...{ weightUnit: weightUnit.value, timezone: timezone.value },
    distanceUnit: weightUnit.value === 'KG' ? 'KM' : 'MI',
  })
  return (
    <form
      class="card form"
      onSubmit={event => {
        event.preventDefault()
        if (file) onRead(file, options)
      }}
    >
      <p>{t('import.text')}</p>
      <label>
        {t('import.file')}
        <input
          type="file"
          accept=".csv,.json,.gz,text/csv,application/json"
          required
          onChange={event => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      <p class="faint">{t('import.optionsText')}</p>
      <Choice
        label={t('unit')}
        options={[
          ['KG', t('unit.KG')],
          ['LB', t('unit.LB')],
        ]}
        value={options.weightUnit}
        onChange={unit => setOptions({ ...options, weightUnit: unit })}
      />
      <Choice
        label={t('import.distances')}
        options={[
          ['KM', t('import.distances.KM')],
          ['MI', t('import.distances.MI')],
        ]}
        value={options.distanceUnit}
        onChange={unit => setOptions({ ...options, distanceUnit: unit })}
      />
      <TimezoneSelect
        value={options.timezone}
        onChange={zone => setOptions({ ...options, timezone: zone })}
      />
      <button class="button wide" disabled={!file}>
        {t('import.preview')}
      </button>
    </form>
  )
}

interface PreviewProps {
  preview: WorkoutImport
  /** @param choices the exercises that the user has chosen, by the name in the file */
  onStart(choices: ReadonlyMap<string, string>): void
  onCancel(): void
}

function Preview({ preview, onStart, onCancel }: PreviewProps): JSX.Element {
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const { workoutsMade, workoutsAlreadyThere, recordsRestored, exercisesMatched, unmatchedExercises } =
    preview
  const isEmpty = workoutsMade + recordsRestored === 0

  function choose(name: string, exerciseId: string | null): void {
    const changed = new Map(choices)
    if (exerciseId === null) changed.delete(name)
    else changed.set(name, exerciseId)
    setChoices(changed)
  }

  return (
    <>
      <Totals of={preview} />
      {workoutsAlreadyThere > 0 && (
        <p class="faint">{t('import.already', { workouts: plural('workouts', workoutsAlreadyThere) })}</p>
      )}
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

interface UnmatchedProps {
  of: WorkoutImport['unmatchedExercises'][number]
  /** Identifier of an exercise; null to create one with the name. */
  choice: string | null
  onChoose(exerciseId: string | null): void
}

/** Asks which exercise a name means: a new one, a similar one, or any other of the catalogue. */
function UnmatchedExercise({
  of: { name, rows, suggestions },
  choice,
  onChoose,
}: UnmatchedProps): JSX.Element {
  const [isSearching, setIsSearching] = useState(false)
  const isSuggested = suggestions.some(({ exercise }) => exercise.id === choice)
  return (
    <section class="card form" aria-label={name}>
      <label>
        <span>
          <strong>{name}</strong> <span class="faint">{plural('sets', rows)}</span>
        </span>
        <select value={choice ?? ''} onChange={event => onChoose(event.currentTarget.value || null)}>
          <option value="">{t('import.createExercise')}</option>
          {suggestions.map(({ exercise }) => (
            <option key={exercise.id} value={exercise.id}>
              {exercise.name}
            </option>
          ))}
          {choice !== null && !isSuggested && <option value={choice}>{exerciseName(choice)}</option>}
        </select>
      </label>
      <button type="button" class="link" onClick={() => setIsSearching(true)}>
        <Icon of={Search} size={18} /> {t('import.search')}
      </button>
      {isSearching && (
        <ExercisePicker
          title={name}
          onClose={() => setIsSearching(false)}
          onPick={id => {
            setIsSearching(false)
            onChoose(id)
          }}
        />
      )}
    </section>
  )
}

function Progress({ progress, total }: { progress: WorkoutImport | null; total: number }): JSX.Element {
  const rows = progress?.rowsRead ?? 0
  return (
    <section class="card form" role="status">
      <p>{t('import.running', { rows, total })}</p>
      <progress value={rows} max={Math.max(1, total)} aria-label={t('import')} />
      <p class="faint">{t('import.leave')}</p>
    </section>
  )
}

function Result({ result, onAgain }: { result: WorkoutImport; onAgain(): void }): JSX.Element {
  const { importStatus, error, exercisesCreated, workoutsAlreadyThere } = result
  const hasFailed = importStatus === 'FAILED'
  return (
    <>
      <p class="card" role="status">
        {hasFailed ? `${error ?? t('import.failed')} ${t('import.failedText')}` : t('import.done')}
      </p>
      <Totals of={result} />
      {workoutsAlreadyThere > 0 && (
        <p class="faint">{t('import.already', { workouts: plural('workouts', workoutsAlreadyThere) })}</p>
      )}
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

const Totals = ({ of: { workoutsMade, recordsRestored, skippedCount } }: { of: WorkoutImport }) => (
  <dl class="stats card">
    <Stat name={t('progress.workouts')} value={formatNumber(workoutsMade)} />
    <Stat name={t('import.records')} value={formatNumber(recordsRestored)} />
    <Stat name={t('import.skipped')} value={formatNumber(skippedCount)} />
  </dl>
)

/** Says which lines were left out, and why. */
function SkippedLines({ of: { skipped, skippedCount } }: { of: WorkoutImport }): JSX.Element | null {
  const [count, setCount] = useState(shownLines)
  if (skippedCount === 0) return null
  const more = skippedCount - Math.min(count, skipped.length)
  return (
    <section class="card">
      <h2>{plural('lines', skippedCount)}</h2>
      <ul class="links">
        {skipped.slice(0, count).map(({ line, reason }) => (
          <li key={line}>
            <div>
              <span>
                <strong>{t('import.line', { line: String(line) })}</strong>
                <span class="faint">{reason}</span>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {skipped.length > count && (
        <button type="button" class="button quiet wide" onClick={() => setCount(count + shownLines)}>
          {t('more')}
        </button>
      )}
      {skipped.length <= count && more > 0 && <p class="faint">{t('import.moreLines', { count: more })}</p>}
    </section>
  )
}
