import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronRight, Copy, Pencil, Plus } from 'lucide'
import {
  EnrollmentSetupDocument,
  CopyProgramDocument,
  MyProgramsDocument,
  ProgramScreenDocument,
  ProgramsScreenDocument,
  type Equipment,
  type Level,
  type MyProgramsQuery,
  type ProgramScreenQuery,
  type StartingLoadInput,
} from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { Icon } from '../../shared/icon.js'
import { go } from '../../shared/router.js'
import { PlannedList, plannedSetsText } from '../components/planned-list.js'
import { Loaded, useResource } from '../components/resource.js'
import { BackLink, ErrorMessage } from '../components/screen-parts.js'
import { ShareButton } from '../components/share-button.js'
import { StartingLoads, type SetupItem } from '../components/starting-loads.js'
import { useAction } from '../components/use-action.js'
import { weightUnit } from '../data/account.js'
import { request } from '../data/client.js'
import { write } from '../data/synchronization.js'
import { exerciseName } from '../data/catalogue.js'
import { activeEnrollmentId } from '../data/enrollments.js'
import { isoDate, timezone } from '../data/preferences.js'
import { nameOf, plural, t } from '../i18n.js'
import { Enrollments } from './enrollments.js'

type MyProgram = NonNullable<MyProgramsQuery['programs']>['edges'][number]['node']

interface Described {
  programLevel: Level | null
  durationWeeks: number
  sessionsPerWeek: number
  equipment: Equipment[]
}

const factsOf = ({ programLevel, durationWeeks, sessionsPerWeek }: Described): string =>
  [
    programLevel && nameOf('level', programLevel),
    plural('weeks', durationWeeks),
    plural('sessions', sessionsPerWeek),
  ]
    .filter(Boolean)
    .join(' · ')

export function ProgramsScreen(): JSX.Element {
  const programs = useResource(
    async () => (await request(ProgramsScreenDocument, {})).recommendedPrograms ?? [],
    [],
  )
  const own = useResource(
    async () => (await request(MyProgramsDocument, {})).programs?.edges.map(({ node }) => node) ?? [],
    [],
  )
  return (
    <>
      <h1>{t('nav.programs')}</h1>
      <Enrollments />
      <a class="button quiet wide" href="#/routines">
        {t('routines.edit')}
      </a>
      <a class="button quiet wide" href="#/programs/new">
        <Icon of={Plus} /> {t('programs.create')}
      </a>
      <Loaded of={own}>
        {found => found.length > 0 && <ProgramGrid title={t('programs.mine')} programs={found} />}
      </Loaded>
      <Loaded of={programs}>
        {found => (
          <ProgramGrid
            title={t('programs.forYou')}
            text={t('programs.text')}
            programs={found.map(({ program }) => program)}
          />
        )}
      </Loaded>
    </>
  )
}

interface GridProps {
  title: string
  text?: string
  programs: readonly MyProgram[]
}

const ProgramGrid = ({ title, text, programs }: GridProps): JSX.Element => (
  <section>
    <h2 class="group">{title}</h2>
    {text !== undefined && <p class="faint">{text}</p>}
    <ul class="grid">
      {programs.map(program => (
        <li key={program.id}>
          <a class="card program" href={`#/programs/${program.id}`}>
            <strong>{program.title}</strong>
            <span class="faint">{factsOf(program)}</span>
            {program.description !== null && <span class="clip lines">{program.description}</span>}
            <span class="row">
              {t('programs.view')} <Icon of={ChevronRight} size={18} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

export function ProgramDetail({ id }: { id: string }): JSX.Element {
  const program = useResource(async () => (await request(ProgramScreenDocument, { id })).program, [id])
  return (
    <>
      <BackLink to="programs">{t('nav.programs')}</BackLink>
      <Loaded of={program}>{found => (found ? <Detail program={found} /> : null)}</Loaded>
    </>
  )
}

type Program = NonNullable<ProgramScreenQuery['program']>

function Detail({ program }: { program: Program }): JSX.Element {
  const { error, isBusy, run } = useAction()
  const [questions, setQuestions] = useState<readonly SetupItem[] | null>(null)
  const activeId = activeEnrollmentId.value

  /** Asks for the loads to start with, if the program needs any. */
  async function prepare(): Promise<void> {
    const { enrollmentSetup } = await request(EnrollmentSetupDocument, { programId: program.id })
    if (enrollmentSetup && enrollmentSetup.length > 0) setQuestions(enrollmentSetup)
    else await enroll([])
  }

  /** Copies the program to one of the user, and opens it in the editor. */
  async function copy(): Promise<void> {
    const id = newId()
    await request(CopyProgramDocument, { input: { id: program.id, newId: id } })
    go(`programs/${id}/edit`)
  }

  async function enroll(startingLoads: StartingLoadInput[]): Promise<void> {
    // Only one enrollment can be active.
    if (activeId !== null) await write({ pauseEnrollment: { id: activeId } })
    const input = {
      ...{ id: newId(), programId: program.id, unit: weightUnit.value, startingLoads },
      ...{ startDate: isoDate(new Date()), timezone: timezone.value },
    }
    await write({ enroll: input })
    go('')
  }

  return (
    <>
      <h1>{program.title}</h1>
      <p class="faint">{factsOf(program)}</p>
      {program.description !== null && <p>{program.description}</p>}
      <button type="button" class="button" disabled={isBusy} onClick={() => void run(prepare)}>
        {t('programs.enroll')}
      </button>
      {program.isMine ? (
        <a class="button quiet" href={`#/programs/${program.id}/edit`}>
          <Icon of={Pencil} /> {t('programs.edit')}
        </a>
      ) : (
        <button type="button" class="button quiet" disabled={isBusy} onClick={() => void run(copy)}>
          <Icon of={Copy} /> {t('programs.copy')}
        </button>
      )}
      <ShareButton subject={{ programId: program.id }} title={program.title} />
      <ErrorMessage text={error} />
      {questions && (
        <StartingLoads
          items={questions}
          onClose={() => setQuestions(null)}
          onStart={loads => void enroll(loads)}
        />
      )}
      {activeId !== null && <p class="faint">{t('programs.replaces')}</p>}
      <h2 class="group">{t('programs.firstWeek')}</h2>
      <FirstWeek days={program.weeks?.[0]?.days ?? []} />
    </>
  )
}

interface WeekProps {
  days: NonNullable<Program['weeks']>[number]['days']
}

const FirstWeek = ({ days }: WeekProps): JSX.Element => (
  <div class="grid">
    {days
      .filter(({ isRest }) => !isRest)
      .map((day, at) => (
        <section class="card" key={at}>
          <h3>{day.name}</h3>
          <PlannedList
            exercises={day.exercises.map(({ exerciseId, sets }) => ({
              name: exerciseName(exerciseId),
              text: plannedSetsText(sets),
            }))}
          />
        </section>
      ))}
  </div>
)
