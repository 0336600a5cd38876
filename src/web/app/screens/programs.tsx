import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronLeft, ChevronRight } from 'lucide'
import { newId } from '../../../client/index.js'
import {
  ProgramScreenDocument,
  ProgramsScreenDocument,
  type Equipment,
  type Level,
  type ProgramScreenQuery,
} from '../../../../generated/operations/web-app.js'
import { Icon } from '../components/icon.js'
import { Loaded, useResource } from '../components/resource.js'
import { request, weightUnit, write } from '../data/app.js'
import { exerciseName } from '../data/catalogue.js'
import { home } from '../data/home.js'
import { isoDate, timezone } from '../data/preferences.js'
import { nameOf, plural, t } from '../i18n.js'
import { go } from '../router.js'

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
  return (
    <>
      <h1>{t('nav.programs')}</h1>
      <p class="faint">{t('programs.text')}</p>
      <Loaded of={programs}>
        {found => (
          <ul class="grid">
            {found.map(({ program }) => (
              <li key={program.id}>
                <a class="card program" href={`#/programs/${program.id}`}>
                  <strong>{program.title}</strong>
                  <span class="faint">{factsOf(program)}</span>
                  <span class="clip lines">{program.description}</span>
                  <span class="row">
                    {t('programs.view')} <Icon of={ChevronRight} size={18} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

export function ProgramDetail({ id }: { id: string }): JSX.Element {
  const program = useResource(async () => (await request(ProgramScreenDocument, { id })).program, [id])
  return (
    <>
      <a class="back" href="#/programs">
        <Icon of={ChevronLeft} /> {t('nav.programs')}
      </a>
      <Loaded of={program}>{found => (found ? <Detail program={found} /> : null)}</Loaded>
    </>
  )
}

function Detail({ program }: { program: NonNullable<ProgramScreenQuery['program']> }): JSX.Element {
  const [isBusy, setIsBusy] = useState(false)
  const active = home.value?.activeEnrollment

  async function enroll(): Promise<void> {
    setIsBusy(true)
    // Only one enrollment can be active.
    if (active) await write({ pauseEnrollment: { id: active.id } })
    const input = {
      ...{ id: newId(), programId: program.id, unit: weightUnit.value },
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
      <button type="button" class="button" disabled={isBusy} onClick={() => void enroll()}>
        {t('programs.enroll')}
      </button>
      {active && <p class="faint">{t('programs.replaces', { title: active.programVersion.title })}</p>}
      <h2 class="group">{t('programs.firstWeek')}</h2>
      <div class="grid">
        {program.weeks?.[0]?.days
          .filter(({ isRest }) => !isRest)
          .map((day, at) => (
            <section class="card" key={at}>
              <h3>{day.name}</h3>
              <ul class="planned">
                {day.exercises.map(({ exerciseId, sets }, index) => (
                  <li key={index}>
                    <span>{exerciseName(exerciseId)}</span>
                    <span class="faint">{plural('sets', sets.length)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  )
}
