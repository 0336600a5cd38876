import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Copy, Save, Trash2 } from 'lucide'
import { ProgramEditorDocument, SaveProgramDocument } from '../../../../../generated/operations/console.js'
import { Icon } from '../../../shared/icon.js'
import { go } from '../../../shared/router.js'
import { BackLink } from '../../components/links.js'
import { Loaded, Problem, useQuery } from '../../components/query.js'
import { WeekStepper } from '../../components/week-stepper.js'
import { t } from '../../i18n.js'
import { request } from '../../session.js'
import { copyWeek, emptyProgram, toInput, type ProgramDraft, type Week } from './program-draft.js'
import { ProgramFields } from './program-fields.js'
import { WeekFields } from './week-fields.js'

/** The most weeks that the service accepts. */
const maxWeeks = 52

/** Creates a program, or edits the program with the identifier. */
export function ProgramEditorScreen({ id }: { id: string | null }): JSX.Element {
  return (
    <>
      <BackLink to={id === null ? 'programs' : `programs/${id}`}>
        {t(id === null ? 'nav.programs' : 'programEditor.back')}
      </BackLink>
      {id === null ? <ProgramEditor program={emptyProgram()} /> : <ExistingProgram id={id} />}
    </>
  )
}

function ExistingProgram({ id }: { id: string }): JSX.Element {
  const query = useQuery(ProgramEditorDocument, { id })
  return (
    <Loaded of={query}>
      {({ program }) => {
        if (!program) return null
        const { isMine, weeks, ...draft } = program
        if (!isMine) return <p class="notice warn">{t('programEditor.notMine')}</p>
        return <ProgramEditor program={{ ...draft, weeks: weeks ?? [] }} />
      }}
    </Loaded>
  )
}

function ProgramEditor({ program }: { program: ProgramDraft }): JSX.Element {
  const [draft, setDraft] = useState(program)
  const [weekIndex, setWeekIndex] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [isConflict, setIsConflict] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const change = (changes: Partial<ProgramDraft>) => setDraft(before => ({ ...before, ...changes }))
  const { weeks } = draft
  const week = weeks[weekIndex]
  const setWeeks = (changed: Week[], shown: number) => {
    change({ weeks: changed })
    setWeekIndex(Math.min(shown, changed.length - 1))
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
      <ProgramFields program={draft} onChange={change} />
      <WeekStepper week={weekIndex + 1} count={weeks.length} onChange={number => setWeekIndex(number - 1)}>
        {week && (
          <div class="actions">
            <button
              type="button"
              class="button quiet"
              disabled={weeks.length >= maxWeeks}
              onClick={() => setWeeks(weeks.toSpliced(weekIndex + 1, 0, copyWeek(week)), weekIndex + 1)}
            >
              <Icon of={Copy} size={16} /> {t('programEditor.week.copy')}
            </button>
            <button
              type="button"
              class="button quiet danger"
              disabled={weeks.length === 1}
              onClick={() => setWeeks(weeks.toSpliced(weekIndex, 1), weekIndex)}
            >
              <Icon of={Trash2} size={16} /> {t('programEditor.week.remove')}
            </button>
          </div>
        )}
      </WeekStepper>
      {week && (
        <WeekFields
          key={weekIndex}
          week={week}
          onChange={changed => change({ weeks: weeks.with(weekIndex, changed) })}
        />
      )}
    </form>
  )
}
