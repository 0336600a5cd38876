import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import {
  DeleteProgramDocument,
  ProgramEditorDocument,
  PublishProgramDocument,
  SaveProgramDocument,
} from '../../../../../generated/operations/web-app.js'
import { Icon } from '../../../shared/icon.js'
import { moveItem } from '../../../shared/move-item.js'
import { go, route } from '../../../shared/router.js'
import { DeleteButton } from '../../components/delete-button.js'
import { Loaded, useResource } from '../../components/resource.js'
import { BackLink, ErrorMessage } from '../../components/screen-parts.js'
import { useAction } from '../../components/use-action.js'
import { request } from '../../data/client.js'
import { t } from '../../i18n.js'
import {
  changeDay,
  newDay,
  newProgram,
  toProgramDraft,
  type ProgramDraft,
  type ProgramWeek,
} from '../../training/programs.js'
import { DayEditor } from './day-editor.js'
import { ProgramFields } from './program-fields.js'
import { WeekFields } from './week-fields.js'

/** The most days of a week that the service accepts. */
const maxDays = 7

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
      <BackLink to="programs">{t('nav.programs')}</BackLink>
      <Loaded of={program}>
        {found => (found ? <ProgramEditor key={found.id} program={found} /> : null)}
      </Loaded>
    </>
  )
}

function ProgramEditor({ program }: { program: ProgramDraft }): JSX.Element {
  const [draft, setDraft] = useState(program)
  const [weekAt, setWeekAt] = useState(0)
  const { error, isBusy, setError, run } = useAction()
  const week = draft.weeks[weekAt]

  const change = (changes: Partial<ProgramDraft>) => setDraft(current => ({ ...current, ...changes }))
  const editWeeks = (edit: (weeks: ProgramWeek[]) => ProgramWeek[]) =>
    setDraft(current => ({ ...current, weeks: edit(current.weeks) }))
  const editWeek = (edit: (week: ProgramWeek) => ProgramWeek) =>
    editWeeks(weeks => weeks.map((one, at) => (at === weekAt ? edit(one) : one)))

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
        <ProgramFields program={draft} onChange={change} />
        <WeekFields weeks={draft.weeks} at={weekAt} onSelect={setWeekAt} edit={editWeeks} />
      </section>
      {week?.days.map((day, at) => (
        <DayEditor
          key={`${weekAt} ${at}`}
          day={day}
          at={at}
          count={week.days.length}
          edit={edit => editWeeks(weeks => changeDay(weeks, weekAt, at, edit))}
          onMove={to => editWeek(one => ({ ...one, days: moveItem(one.days, at, to) }))}
          onRemove={() => editWeek(one => ({ ...one, days: one.days.toSpliced(at, 1) }))}
        />
      ))}
      {week && week.days.length < maxDays && (
        <button type="button" class="button quiet wide" onClick={() => editWeek(withNewDay)}>
          <Icon of={Plus} /> {t('programs.addDay')}
        </button>
      )}
      <ErrorMessage text={error} />
      <button
        type="button"
        class="button wide"
        disabled={isBusy || draft.title.trim() === ''}
        onClick={() => void run(save)}
      >
        {t('programs.save')}
      </button>
      {draft.expectedVersion !== null && (
        <DeleteButton
          label={t('programs.delete')}
          text={t('programs.deleteText')}
          onConfirm={() => void run(remove)}
        />
      )}
    </>
  )
}

const withNewDay = (week: ProgramWeek): ProgramWeek => ({
  ...week,
  days: [...week.days, newDay(t('programs.day', { number: week.days.length + 1 }))],
})
