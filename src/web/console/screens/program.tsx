import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Archive, Pencil, Send } from 'lucide'
import {
  ArchiveProgramDocument,
  ProgramScreenDocument,
  PublishProgramDocument,
  type ProgramScreenQuery,
} from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { Bars } from '../components/bars.js'
import { Dialog } from '../components/dialog.js'
import { Enrollments } from '../components/enrollments.js'
import { BackLink } from '../components/links.js'
import { ProgramBadges } from '../components/program-badges.js'
import { Loaded, useQuery } from '../components/query.js'
import { WeekStepper } from '../components/week-stepper.js'
import { formatNumber, nameOf, t } from '../i18n.js'
import { request } from '../session.js'

type Program = NonNullable<ProgramScreenQuery['program']>
type Week = NonNullable<Program['weeks']>[number]
type PlannedSet = Week['days'][number]['exercises'][number]['sets'][number]

/** A set counts half for the muscles that assist. */
const secondaryShare = 0.5

export function ProgramScreen({ id }: { id: string }): JSX.Element {
  const [week, setWeek] = useState(1)
  const query = useQuery(ProgramScreenDocument, { id, week })
  return (
    <>
      <BackLink to="programs">{t('nav.programs')}</BackLink>
      <Loaded of={query}>
        {({ program }) =>
          program && <ProgramDetail program={program} week={week} onWeek={setWeek} onChange={query.reload} />
        }
      </Loaded>
    </>
  )
}

type Action = 'publish' | 'archive'

interface DetailProps {
  program: Program
  week: number
  onWeek(week: number): void
  onChange(): void
}

function ProgramDetail({ program, week, onWeek, onChange }: DetailProps): JSX.Element {
  const [action, setAction] = useState<Action | null>(null)
  const shown = program.weeks?.[0]
  return (
    <>
      <ProgramHeader program={program} onAction={setAction} />
      {program.description !== null && <p class="text">{program.description}</p>}
      <WeekStepper
        week={week}
        count={program.durationWeeks}
        note={shown?.isDeload && t('program.deload')}
        onChange={onWeek}
      />
      {shown && <WeekPlan week={shown} />}
      <Enrollments programId={program.id} />
      {action && (
        <Dialog
          title={t(`program.${action}.title`, { title: program.title })}
          action={t(action)}
          danger={action === 'archive'}
          onClose={() => setAction(null)}
          onConfirm={async () => {
            const variables = { id: program.id, expectedVersion: program.version }
            await (action === 'publish'
              ? request(PublishProgramDocument, variables)
              : request(ArchiveProgramDocument, variables))
            onChange()
          }}
        >
          <p>{t(`program.${action}.text`)}</p>
        </Dialog>
      )}
    </>
  )
}

interface HeaderProps {
  program: Program
  onAction(action: Action): void
}

const ProgramHeader = ({ program, onAction }: HeaderProps): JSX.Element => (
  <header class="head">
    <div>
      <h1>{program.title}</h1>
      <p class="faint">
        {t('program.size', { weeks: program.durationWeeks, sessions: program.sessionsPerWeek })}
      </p>
    </div>
    <ProgramBadges of={program} />
    {program.isMine && (
      <div class="actions">
        <a class="button quiet" href={`#/programs/${program.id}/edit`}>
          <Icon of={Pencil} size={16} /> {t('program.edit')}
        </a>
        {program.visibility !== 'ARCHIVED' && (
          <button type="button" class="button quiet danger" onClick={() => onAction('archive')}>
            <Icon of={Archive} size={16} /> {t('archive')}
          </button>
        )}
        {program.visibility !== 'PUBLISHED' && (
          <button type="button" class="button" onClick={() => onAction('publish')}>
            <Icon of={Send} size={16} /> {t('publish')}
          </button>
        )}
      </div>
    )}
  </header>
)

/** The days of a week, and what they train. */
const WeekPlan = ({ week }: { week: Week }): JSX.Element => (
  <div class="columns">
    <section class="card">
      <h2>{t('program.setsPerMuscle')}</h2>
      <p class="faint">{t('program.setsPerMuscle.text')}</p>
      <Bars
        items={setsPerMuscle(week).map(([muscle, sets]) => ({
          name: nameOf('muscle', muscle),
          value: sets,
        }))}
      />
    </section>
    <div class="stack">
      {week.days.map((day, index) =>
        day.isRest ? (
          <p class="rest faint" key={index}>
            {day.name}
          </p>
        ) : (
          <section class="card" key={index}>
            <h2>{day.name}</h2>
            <ul class="rows">
              {day.exercises.map(({ entryId, exercise, sets }) => (
                <li key={entryId}>
                  <strong>{exercise?.name ?? t('program.unknownExercise')}</strong>
                  <small>{describeSets(sets)}</small>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  </div>
)

/** Returns the working sets of a week by muscle, the most first. Stretching and cardio exercises count for no muscle. */
function setsPerMuscle(week: Week): [muscle: string, sets: number][] {
  const counts = new Map<string, number>()
  for (const { exercise, sets } of week.days.flatMap(({ exercises }) => exercises)) {
    if (!exercise || exercise.category === 'STRETCHING' || exercise.category === 'CARDIO') continue
    const working = sets.filter(({ type }) => type !== 'WARMUP').length
    const add = (share: number) => (muscle: string) =>
      counts.set(muscle, (counts.get(muscle) ?? 0) + working * share)
    exercise.primaryMuscles.forEach(add(1))
    exercise.secondaryMuscles.forEach(add(secondaryShare))
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** Describes sets in one line, such as `3 × 8–12`; equal sets together. */
function describeSets(sets: readonly PlannedSet[]): string {
  const groups: { text: string; count: number }[] = []
  for (const set of sets) {
    const text = describeSet(set)
    const last = groups.at(-1)
    if (last?.text === text) last.count++
    else groups.push({ text, count: 1 })
  }
  return groups.map(({ text, count }) => `${count} × ${text}`).join(', ')
}

function describeSet(set: PlannedSet): string {
  const { minReps, maxReps, durationSeconds } = set
  const reps = minReps === maxReps || maxReps === null ? minReps : `${minReps ?? 0}–${maxReps}`
  const amount = durationSeconds === null ? (reps ?? '–') : t('seconds', { count: durationSeconds })
  return [
    `${amount}${set.isAmrap ? '+' : ''}`,
    ...(set.percentOfOneRepMax === null ? [] : [`${formatNumber(set.percentOfOneRepMax)} %`]),
    ...(set.rpe === null ? [] : [`RPE ${formatNumber(set.rpe)}`]),
    ...(set.type === 'NORMAL' ? [] : [nameOf('setType', set.type)]),
  ].join(' · ')
}
