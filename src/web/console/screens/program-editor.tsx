import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ArrowDown, ArrowLeft, ArrowUp, ChevronLeft, ChevronRight, Copy, Plus, Save, Trash2 } from 'lucide'
import {
  ExerciseListDocument,
  ProgramEditorDocument,
  SaveProgramDocument,
  type ExerciseLineFragment,
  type ProgramEditorQuery,
  type ProgramInput,
} from '../../../../generated/operations/console.js'
import { newId } from '../../../client/new-id.js'
import { Icon } from '../../shared/icon.js'
import { go } from '../../shared/router.js'
import { Dialog } from '../components/dialog.js'
import { SearchField, Select } from '../components/fields.js'
import { NumberField, TextField } from '../components/inputs.js'
import { ProgressionFields } from '../components/progression-fields.js'
import { ListEnd, Loaded, Problem, useList, useQuery } from '../components/query.js'
import { nameOf, namesOf, t } from '../i18n.js'
import { request } from '../session.js'
import { goals, levels, setTypes, workoutSplits } from '../values.js'

type Program = NonNullable<ProgramEditorQuery['program']>
type Week = NonNullable<Program['weeks']>[number]
type Day = Week['days'][number]
type Planned = Day['exercises'][number]
type PlannedSet = Planned['sets'][number]
type Draft = Omit<Program, 'weeks' | 'isMine'> & { weeks: Week[] }

const maxWeeks = 52
const maxDays = 7
const maxExercises = 30
const maxSets = 20

const emptySet = (): PlannedSet => ({
  type: 'NORMAL',
  minReps: 8,
  maxReps: 12,
  isAmrap: false,
  load: null,
  warmupPercent: null,
  rpe: null,
  percentOfOneRepMax: null,
  restSeconds: null,
  durationSeconds: null,
  distanceMeters: null,
  notes: null,
})

const emptyDay = (number: number): Day => ({
  name: t('programEditor.day.default', { number }),
  isRest: false,
  exercises: [],
})

const emptyProgram = (): Draft => ({
  id: newId(),
  version: 0,
  slug: '',
  title: '',
  description: null,
  programLevel: 'BEGINNER',
  goal: null,
  workoutSplit: null,
  visibility: 'DRAFT',
  weeks: [{ label: null, isDeload: false, days: [emptyDay(1)] }],
})

/** Returns a copy of a week, whose entries have identifiers of their own. */
const copyWeek = (week: Week): Week => ({
  ...week,
  days: week.days.map(day => ({
    ...day,
    exercises: day.exercises.map(planned => ({ ...planned, entryId: newId() })),
  })),
})

/** Returns the list with the item at a position replaced. */
const replaceAt = <Item,>(items: readonly Item[], at: number, item: Item): Item[] =>
  items.map((other, index) => (index === at ? item : other))

const removeAt = <Item,>(items: readonly Item[], at: number): Item[] =>
  items.filter((_, index) => index !== at)

function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

/** Returns the input of the mutation. */
const toInput = ({ version, programLevel, weeks, slug, visibility: _, ...draft }: Draft): ProgramInput => ({
  ...draft,
  expectedVersion: version === 0 ? null : version,
  slug: slug === '' ? null : slug,
  level: programLevel,
  weeks: weeks.map(week => ({
    ...week,
    days: week.days.map(day => ({
      ...day,
      exercises: day.exercises.map(({ entryId, exerciseId, supersetId, sets, progression }) => ({
        ...{ id: entryId, exerciseId, supersetId, sets, progression },
      })),
    })),
  })),
})

/** Creates a program, or edits the program with the identifier. */
export function ProgramEditorScreen({ id }: { id: string | null }): JSX.Element {
  return (
    <>
      <a class="back" href={id === null ? '#/programs' : `#/programs/${id}`}>
        <Icon of={ArrowLeft} size={16} /> {t(id === null ? 'nav.programs' : 'programEditor.back')}
      </a>
      {id === null ? <Editor program={emptyProgram()} /> : <Existing id={id} />}
    </>
  )
}

function Existing({ id }: { id: string }): JSX.Element {
  const query = useQuery(ProgramEditorDocument, { id })
  return (
    <Loaded of={query}>
      {({ program }) => {
        if (!program) return null
        const { isMine, weeks, ...draft } = program
        if (!isMine) return <p class="notice warn">{t('programEditor.notMine')}</p>
        return <Editor program={{ ...draft, weeks: weeks ?? [] }} />
      }}
    </Loaded>
  )
}

function Editor({ program }: { program: Draft }): JSX.Element {
  const [draft, setDraft] = useState(program)
  const [at, setAt] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [isConflict, setIsConflict] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  const { weeks } = draft
  const week = weeks[at]
  const setWeeks = (changed: Week[], shown: number) => {
    change({ weeks: changed })
    setAt(Math.min(shown, changed.length - 1))
  }

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    setIsConflict(false)
    try {
      const { saveProgram: result } = await request(SaveProgramDocument, { input: toInput(draft) })
      if (result?.conflict) setIsConflict(true)
      else go(`programs/${draft.id}`)
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  return (
    <form class="editor" onSubmit={event => void save(event)}>
      <header class="head">
        <h1>{program.version === 0 ? t('programEditor.new') : program.title}</h1>
        <div class="actions">
          <button type="submit" class="button" disabled={isBusy}>
            <Icon of={Save} size={16} />{' '}
            {t(program.visibility === 'DRAFT' ? 'programEditor.saveDraft' : 'save')}
          </button>
        </div>
      </header>
      {error !== null && <Problem error={error} />}
      {program.visibility === 'PUBLISHED' && <p class="notice warn">{t('programEditor.published')}</p>}
      <div role="status">{isConflict && <p class="notice warn">{t('programEditor.conflict')}</p>}</div>
      <section class="card fields">
        <h2>{t('exercise.properties')}</h2>
        <TextField
          label={t('programEditor.title')}
          required
          maxLength={200}
          value={draft.title}
          onChange={title => change({ title: title ?? '' })}
        />
        <label>
          <span>{t('programEditor.description')}</span>
          <textarea
            rows={4}
            maxLength={2000}
            value={draft.description ?? ''}
            onInput={({ currentTarget: { value } }) => change({ description: value === '' ? null : value })}
          />
        </label>
        <div class="pair">
          <Select
            label={t('exercise.level')}
            none={t('none')}
            value={draft.programLevel}
            options={levels.map(level => [level, nameOf('level', level)] as const)}
            onChange={programLevel => change({ programLevel })}
          />
          <Select
            label={t('programEditor.goal')}
            none={t('none')}
            value={draft.goal}
            options={namesOf('goal', goals)}
            onChange={goal => change({ goal })}
          />
          <Select
            label={t('programEditor.split')}
            none={t('none')}
            value={draft.workoutSplit}
            options={namesOf('split', workoutSplits)}
            onChange={workoutSplit => change({ workoutSplit })}
          />
        </div>
      </section>
      <div class="stepper">
        <button
          type="button"
          class="icon-button"
          aria-label={t('program.previousWeek')}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          <Icon of={ChevronLeft} size={20} />
        </button>
        <h2 aria-live="polite">{t('program.week', { number: at + 1, count: weeks.length })}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t('program.nextWeek')}
          disabled={at >= weeks.length - 1}
          onClick={() => setAt(at + 1)}
        >
          <Icon of={ChevronRight} size={20} />
        </button>
        {week && (
          <div class="actions">
            <button
              type="button"
              class="button quiet"
              disabled={weeks.length >= maxWeeks}
              onClick={() =>
                setWeeks([...weeks.slice(0, at + 1), copyWeek(week), ...weeks.slice(at + 1)], at + 1)
              }
            >
              <Icon of={Copy} size={16} /> {t('programEditor.week.copy')}
            </button>
            <button
              type="button"
              class="button quiet danger"
              disabled={weeks.length === 1}
              onClick={() => setWeeks(removeAt(weeks, at), at)}
            >
              <Icon of={Trash2} size={16} /> {t('programEditor.week.remove')}
            </button>
          </div>
        )}
      </div>
      {week && (
        <WeekFields
          key={at}
          week={week}
          onChange={changed => change({ weeks: replaceAt(weeks, at, changed) })}
        />
      )}
    </form>
  )
}

function WeekFields({ week, onChange }: { week: Week; onChange(week: Week): void }): JSX.Element {
  const { days } = week
  const setDays = (changed: Day[]) => onChange({ ...week, days: changed })
  return (
    <>
      <section class="card fields">
        <div class="pair">
          <TextField
            label={t('programEditor.week.label')}
            maxLength={100}
            value={week.label}
            onChange={label => onChange({ ...week, label })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={week.isDeload}
              onChange={event => onChange({ ...week, isDeload: event.currentTarget.checked })}
            />
            <span>{t('programEditor.week.isDeload')}</span>
          </label>
        </div>
      </section>
      {days.map((day, at) => (
        <section class="card fields" key={at} aria-label={day.name}>
          <DayFields day={day} onChange={changed => setDays(replaceAt(days, at, changed))}>
            <ItemButtons
              name={day.name}
              at={at}
              count={days.length}
              canRemove={days.length > 1}
              onMove={to => setDays(moveItem(days, at, to))}
              onRemove={() => setDays(removeAt(days, at))}
            />
          </DayFields>
        </section>
      ))}
      {days.length < maxDays && (
        <button
          type="button"
          class="button quiet more"
          onClick={() => setDays([...days, emptyDay(days.length + 1)])}
        >
          <Icon of={Plus} size={16} /> {t('programEditor.day.add')}
        </button>
      )}
    </>
  )
}

interface ItemButtonsProps {
  /** The name of the item, for the labels of the buttons. */
  name: string
  at: number
  count: number
  canRemove?: boolean
  onMove(to: number): void
  onRemove(): void
}

/** The buttons that move an item in its list, and remove it. */
const ItemButtons = ({
  name,
  at,
  count,
  canRemove = true,
  onMove,
  onRemove,
}: ItemButtonsProps): JSX.Element => (
  <div class="item-buttons">
    <button
      type="button"
      class="icon-button"
      aria-label={t('programEditor.earlier', { name })}
      disabled={at === 0}
      onClick={() => onMove(at - 1)}
    >
      <Icon of={ArrowUp} size={16} />
    </button>
    <button
      type="button"
      class="icon-button"
      aria-label={t('programEditor.later', { name })}
      disabled={at === count - 1}
      onClick={() => onMove(at + 1)}
    >
      <Icon of={ArrowDown} size={16} />
    </button>
    <button
      type="button"
      class="icon-button danger"
      aria-label={t('programEditor.remove', { name })}
      disabled={!canRemove}
      onClick={onRemove}
    >
      <Icon of={Trash2} size={16} />
    </button>
  </div>
)

interface DayFieldsProps {
  day: Day
  onChange(day: Day): void
  children: JSX.Element
}

function DayFields({ day, onChange, children }: DayFieldsProps): JSX.Element {
  const [isAdding, setIsAdding] = useState(false)
  const { exercises } = day
  const setExercises = (changed: Planned[]) => onChange({ ...day, exercises: changed })
  const add = ({ id, name }: ExerciseLineFragment) =>
    setExercises([
      ...exercises,
      {
        ...{ entryId: newId(), exerciseId: id, exercise: { id, name }, supersetId: null },
        ...{ sets: [emptySet(), emptySet(), emptySet()], progression: null },
      },
    ])
  return (
    <>
      <div class="item-head">
        <TextField
          label={t('programEditor.day.name')}
          required
          maxLength={100}
          value={day.name}
          onChange={name => onChange({ ...day, name: name ?? '' })}
        />
        {children}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={day.isRest}
          disabled={exercises.length > 0}
          onChange={event => onChange({ ...day, isRest: event.currentTarget.checked })}
        />
        <span>{t('programEditor.day.isRest')}</span>
      </label>
      {exercises.map((planned, at) => (
        <PlannedFields
          key={planned.entryId}
          planned={planned}
          onChange={changed => setExercises(replaceAt(exercises, at, changed))}
        >
          <ItemButtons
            name={planned.exercise?.name ?? t('program.unknownExercise')}
            at={at}
            count={exercises.length}
            onMove={to => setExercises(moveItem(exercises, at, to))}
            onRemove={() => setExercises(removeAt(exercises, at))}
          />
        </PlannedFields>
      ))}
      {!day.isRest && exercises.length < maxExercises && (
        <button type="button" class="button quiet" onClick={() => setIsAdding(true)}>
          <Icon of={Plus} size={16} /> {t('programEditor.exercise.add')}
        </button>
      )}
      {isAdding && <ExerciseDialog onChoose={add} onClose={() => setIsAdding(false)} />}
    </>
  )
}

interface ExerciseDialogProps {
  onChoose(exercise: ExerciseLineFragment): void
  onClose(): void
}

function ExerciseDialog({ onChoose, onClose }: ExerciseDialogProps): JSX.Element {
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

interface PlannedFieldsProps {
  planned: Planned
  onChange(planned: Planned): void
  children: JSX.Element
}

function PlannedFields({ planned, onChange, children }: PlannedFieldsProps): JSX.Element {
  const { sets } = planned
  const [isOpenAtFirst] = useState(planned.progression === null)
  const setSets = (changed: PlannedSet[]) => onChange({ ...planned, sets: changed })
  const last = sets.at(-1)
  return (
    <details class="planned" open={isOpenAtFirst}>
      <summary>
        <strong>{planned.exercise?.name ?? t('program.unknownExercise')}</strong>
        <small>{t('programEditor.sets', { count: sets.length })}</small>
      </summary>
      {children}
      {sets.map((set, at) => (
        <fieldset class="set" key={at}>
          <legend>{t('programEditor.set', { number: at + 1 })}</legend>
          <SetFields set={set} onChange={changed => setSets(replaceAt(sets, at, changed))} />
          <button
            type="button"
            class="icon-button danger"
            aria-label={t('programEditor.remove', { name: t('programEditor.set', { number: at + 1 }) })}
            disabled={sets.length === 1}
            onClick={() => setSets(removeAt(sets, at))}
          >
            <Icon of={Trash2} size={16} />
          </button>
        </fieldset>
      ))}
      <div class="pair">
        <button
          type="button"
          class="button quiet"
          disabled={sets.length >= maxSets}
          onClick={() => setSets([...sets, last ? { ...last } : emptySet()])}
        >
          <Icon of={Plus} size={16} /> {t('programEditor.set.add')}
        </button>
        <TextField
          label={t('programEditor.superset')}
          maxLength={36}
          value={planned.supersetId}
          onChange={supersetId => onChange({ ...planned, supersetId })}
        />
      </div>
      <ProgressionFields
        progression={planned.progression}
        onChange={progression => onChange({ ...planned, progression })}
      />
    </details>
  )
}

function SetFields({ set, onChange }: { set: PlannedSet; onChange(set: PlannedSet): void }): JSX.Element {
  const change = (changes: Partial<PlannedSet>) => onChange({ ...set, ...changes })
  return (
    <div class="set-fields">
      <Select
        label={t('programEditor.set.type')}
        value={set.type}
        options={setTypes.map(type => [type, nameOf('setType', type)] as const)}
        onChange={type =>
          change({ type: type ?? 'NORMAL', warmupPercent: type === 'WARMUP' ? set.warmupPercent : null })
        }
      />
      <NumberField
        label={t('programEditor.set.minReps')}
        {...{ min: 1, max: 10_000 }}
        value={set.minReps}
        onChange={minReps => change({ minReps })}
      />
      <NumberField
        label={t('programEditor.set.maxReps')}
        {...{ min: set.minReps ?? 1, max: 10_000 }}
        value={set.maxReps}
        onChange={maxReps => change({ maxReps })}
      />
      <NumberField
        label={t('programEditor.set.seconds')}
        {...{ min: 0, max: 604_800 }}
        value={set.durationSeconds}
        onChange={durationSeconds => change({ durationSeconds })}
      />
      {set.type === 'WARMUP' ? (
        <NumberField
          label={t('programEditor.set.warmupPercent')}
          {...{ min: 1, max: 99, step: 0.5 }}
          value={set.warmupPercent}
          onChange={warmupPercent => change({ warmupPercent })}
        />
      ) : (
        <NumberField
          label={t('programEditor.set.percent')}
          {...{ min: 1, max: 150, step: 0.5 }}
          value={set.percentOfOneRepMax}
          onChange={percentOfOneRepMax => change({ percentOfOneRepMax })}
        />
      )}
      <NumberField
        label="RPE"
        {...{ min: 1, max: 10, step: 0.5 }}
        value={set.rpe}
        onChange={rpe => change({ rpe })}
      />
      <NumberField
        label={t('programEditor.set.rest')}
        {...{ min: 0, max: 86_400 }}
        value={set.restSeconds}
        onChange={restSeconds => change({ restSeconds })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={set.isAmrap}
          onChange={event => change({ isAmrap: event.currentTarget.checked })}
        />
        <span>AMRAP</span>
      </label>
    </div>
  )
}
