import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronDown, ChevronLeft, ChevronUp, Copy, Plus, Trash } from 'lucide'
import {
  DeleteProgramDocument,
  ProgramEditorDocument,
  PublishProgramDocument,
  SaveProgramDocument,
  type Level,
} from '../../../../generated/operations/web-app.js'
import { DeleteButton } from '../components/delete-button.js'
import { Icon } from '../components/icon.js'
import { PlanEditor } from '../components/plan-editor.js'
import { Loaded, useResource } from '../components/resource.js'
import { request } from '../data/app.js'
import { describe } from '../errors.js'
import { nameOf, t } from '../i18n.js'
import { go, route } from '../router.js'
import { moved } from '../training/plan.js'
import {
  copyWeek,
  newDay,
  newProgram,
  toProgramDraft,
  withEqualRules,
  type ProgramDay,
  type ProgramDraft,
  type ProgramWeek,
} from '../training/programs.js'

/** The most that the service accepts. */
const [maxWeeks, maxDays] = [52, 7]
const levels: readonly Level[] = ['BEGINNER', 'INTERMEDIATE', 'EXPERT']

/** Edits the program in the address, or a new one. */
export function ProgramEditorScreen(): JSX.Element {
  const [, id = 'new'] = route.value
  const program = useResource(async () => {
    if (id === 'new') return newProgram(t('programs.new'), t('programs.day', { number: 1 }))
    const found = (await request(ProgramEditorDocument, { id })).program
    return found && toProgramDraft(found)
  }, [id])
  return (
    <>
      <a class="back" href="#/programs">
        <Icon of={ChevronLeft} /> {t('nav.programs')}
      </a>
      <Loaded of={program}>{found => (found ? <Editor key={found.id} program={found} /> : null)}</Loaded>
    </>
  )
}

function Editor({ program }: { program: ProgramDraft }): JSX.Element {
  const [draft, setDraft] = useState(program)
  const [weekAt, setWeekAt] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const week = draft.weeks[weekAt]

  const change = (changes: Partial<ProgramDraft>) => setDraft(current => ({ ...current, ...changes }))
  const editWeeks = (edit: (weeks: ProgramWeek[]) => ProgramWeek[]) =>
    setDraft(current => ({ ...current, weeks: edit(current.weeks) }))
  const editWeek = (edit: (week: ProgramWeek) => ProgramWeek) =>
    editWeeks(weeks => weeks.map((one, at) => (at === weekAt ? edit(one) : one)))

  async function attempt(run: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      await run()
    } catch (problem) {
      setError(describe(problem))
    }
    setIsBusy(false)
  }

  /** Saves the program, and publishes it so that its owner can enroll. */
  async function save(): Promise<void> {
    const { saveProgram } = await request(SaveProgramDocument, { input: draft })
    if (!saveProgram?.program || saveProgram.conflict) {
      setError(t('programs.conflict'))
      return
    }
    // If publishing fails, saving again must be based on the new version.
    change({ expectedVersion: saveProgram.program.version })
    await request(PublishProgramDocument, { id: draft.id })
    go(`programs/${draft.id}`)
  }

  async function remove(): Promise<void> {
    await request(DeleteProgramDocument, { id: draft.id })
    go('programs')
  }

  return (
    <>
      <h1>
        <input
          class="title-input"
          aria-label={t('programs.title')}
          value={draft.title}
          maxLength={200}
          onInput={event => change({ title: event.currentTarget.value })}
        />
      </h1>
      <section class="card form">
        <label>
          {t('programs.description')}
          <textarea
            rows={2}
            maxLength={2000}
            value={draft.description ?? ''}
            onInput={event => change({ description: event.currentTarget.value || null })}
          />
        </label>
        <label>
          {t('programs.level')}
          <select
            value={draft.level ?? ''}
            onChange={event =>
              change({ level: levels.find(one => one === event.currentTarget.value) ?? null })
            }
          >
            <option value="">{t('programs.anyLevel')}</option>
            {levels.map(level => (
              <option key={level} value={level}>
                {nameOf('level', level)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('programs.week')}
          <select value={String(weekAt)} onChange={event => setWeekAt(Number(event.currentTarget.value))}>
            {draft.weeks.map((one, at) => (
              <option key={at} value={String(at)}>
                {one.label ?? t('home.week', { week: at + 1 })}
              </option>
            ))}
          </select>
        </label>
        {week && (
          <label class="toggle">
            <span>{t('programs.deload')}</span>
            <input
              type="checkbox"
              role="switch"
              checked={week.isDeload}
              onChange={event => {
                const isDeload = event.currentTarget.checked
                editWeek(one => ({ ...one, isDeload }))
              }}
            />
          </label>
        )}
        <div class="row">
          {week && draft.weeks.length < maxWeeks && (
            <button
              type="button"
              class="link"
              onClick={() => {
                editWeeks(weeks => weeks.toSpliced(weekAt + 1, 0, copyWeek(week)))
                setWeekAt(weekAt + 1)
              }}
            >
              <Icon of={Copy} size={18} /> {t('programs.copyWeek')}
            </button>
          )}
          {draft.weeks.length > 1 && (
            <button
              type="button"
              class="link danger"
              onClick={() => {
                editWeeks(weeks => weeks.toSpliced(weekAt, 1))
                setWeekAt(Math.max(0, weekAt - 1))
              }}
            >
              <Icon of={Trash} size={18} /> {t('programs.removeWeek')}
            </button>
          )}
        </div>
      </section>
      {week?.days.map((day, at) => (
        <DayEditor
          key={`${weekAt} ${at}`}
          day={day}
          number={at + 1}
          count={week.days.length}
          onMove={offset => editWeek(one => ({ ...one, days: moved(one.days, at, offset) }))}
          onRemove={() => editWeek(one => ({ ...one, days: one.days.toSpliced(at, 1) }))}
          edit={edit =>
            editWeeks(weeks => {
              const before = weeks[weekAt]?.days[at]
              if (!before) return weeks
              const after = edit(before)
              const changed = weeks.with(weekAt, { ...week, days: weeks[weekAt]?.days.with(at, after) ?? [] })
              const ruled = after.exercises.find(one => {
                const earlier = before.exercises.find(({ id }) => id === one.id)
                return earlier !== undefined && earlier.progression !== one.progression
              })
              return ruled ? withEqualRules(changed, ruled) : changed
            })
          }
        />
      ))}
      {week && week.days.length < maxDays && (
        <button
          type="button"
          class="button quiet wide"
          onClick={() =>
            editWeek(one => ({
              ...one,
              days: [...one.days, newDay(t('programs.day', { number: one.days.length + 1 }))],
            }))
          }
        >
          <Icon of={Plus} /> {t('programs.addDay')}
        </button>
      )}
      <p class="error" role="alert">
        {error}
      </p>
      <button
        type="button"
        class="button wide"
        disabled={isBusy || draft.title.trim() === ''}
        onClick={() => void attempt(save)}
      >
        {t('programs.save')}
      </button>
      {draft.expectedVersion !== null && (
        <DeleteButton
          label={t('programs.delete')}
          text={t('programs.deleteText')}
          onConfirm={() => void attempt(remove)}
        />
      )}
    </>
  )
}

interface DayProps {
  day: ProgramDay
  /** Position in the week, starting at 1. */
  number: number
  /** Number of days of the week. */
  count: number
  edit(change: (day: ProgramDay) => ProgramDay): void
  onMove(offset: number): void
  onRemove(): void
}

function DayEditor({ day, number, count, edit, onMove, onRemove }: DayProps): JSX.Element {
  const label = t('programs.day', { number })
  return (
    <section aria-label={label}>
      <h2 class="group">
        <span>{label}</span>
        <span class="row">
          <button
            type="button"
            class="round"
            disabled={number === 1}
            aria-label={`${label}: ${t('move.up')}`}
            onClick={() => onMove(-1)}
          >
            <Icon of={ChevronUp} />
          </button>
          <button
            type="button"
            class="round"
            disabled={number === count}
            aria-label={`${label}: ${t('move.down')}`}
            onClick={() => onMove(1)}
          >
            <Icon of={ChevronDown} />
          </button>
          <button
            type="button"
            class="round"
            disabled={count === 1}
            aria-label={`${label}: ${t('programs.removeDay')}`}
            onClick={onRemove}
          >
            <Icon of={Trash} />
          </button>
        </span>
      </h2>
      <div class="card form">
        <label>
          {t('programs.dayName')}
          <input
            value={day.name}
            maxLength={100}
            onInput={event => {
              const name = event.currentTarget.value
              edit(one => ({ ...one, name }))
            }}
          />
        </label>
        <label class="toggle">
          <span>{t('programs.rest')}</span>
          <input
            type="checkbox"
            role="switch"
            checked={day.isRest}
            // A rest day has no exercises.
            disabled={day.exercises.length > 0}
            onChange={event => {
              const isRest = event.currentTarget.checked
              edit(one => ({ ...one, isRest }))
            }}
          />
        </label>
      </div>
      {!day.isRest && (
        <PlanEditor
          exercises={day.exercises}
          hasProgression
          edit={change => edit(one => ({ ...one, exercises: change(one.exercises) }))}
        />
      )}
    </section>
  )
}
