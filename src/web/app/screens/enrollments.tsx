import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CirclePause, CirclePlay, Flag, SkipForward, type IconNode } from 'lucide'
import { EnrollmentsDocument, type EnrollmentsQuery } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { Loaded, useResource } from '../components/resource.js'
import { Sheet } from '../components/sheet.js'
import { request } from '../data/client.js'
import { activeEnrollmentId, enrollmentsFingerprint } from '../data/enrollments.js'
import { write } from '../data/synchronization.js'
import { history } from '../data/workouts.js'
import { t, type TextKey } from '../i18n.js'

type Enrollment = NonNullable<EnrollmentsQuery['enrollments']>['edges'][number]['node']

/** The programs that the user trains or has paused, with what can be done with them. */
export function Enrollments(): JSX.Element {
  const stored = useResource(
    async () => (await request(EnrollmentsDocument, {})).enrollments?.edges.map(({ node }) => node) ?? [],
    [enrollmentsFingerprint.value, history.value.length],
  )
  return (
    <Loaded of={stored}>
      {found => {
        const open = found.filter(({ enrollmentStatus }) => enrollmentStatus !== 'FINISHED')
        if (open.length === 0) return null
        return (
          <section>
            <h2 class="group">{t('enrollments.title')}</h2>
            <ul class="grid">
              {open.map(enrollment => (
                <li key={enrollment.id}>
                  <EnrollmentCard enrollment={enrollment} />
                </li>
              ))}
            </ul>
          </section>
        )
      }}
    </Loaded>
  )
}

function EnrollmentCard({ enrollment }: { enrollment: Enrollment }): JSX.Element {
  const { id, enrollmentStatus, completedDays, programVersion, nextDay } = enrollment
  const { title, durationWeeks, sessionsPerWeek } = programVersion
  const [asks, setAsks] = useState<'skip' | 'finish' | null>(null)
  const days = durationWeeks * sessionsPerWeek
  const close = () => setAsks(null)

  /** Only one enrollment can be active. */
  async function resume(): Promise<void> {
    const activeId = activeEnrollmentId.value
    if (activeId !== null) await write({ pauseEnrollment: { id: activeId } })
    await write({ resumeEnrollment: { id } })
  }

  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      <p class="faint">
        {t(enrollmentStatus === 'ACTIVE' ? 'enrollments.active' : 'enrollments.paused')} ·{' '}
        {t('home.progress', { done: completedDays, days })}
      </p>
      {nextDay && <p>{t('enrollments.next', { week: nextDay.week, name: nextDay.name })}</p>}
      <div class="menu">
        {enrollmentStatus === 'PAUSED' ? (
          <MenuButton icon={CirclePlay} text="enrollments.resume" onClick={() => void resume()} />
        ) : (
          <>
            {nextDay && (
              <MenuButton icon={SkipForward} text="enrollments.skip" onClick={() => setAsks('skip')} />
            )}
            <MenuButton
              icon={CirclePause}
              text="enrollments.pause"
              onClick={() => void write({ pauseEnrollment: { id } })}
            />
          </>
        )}
        <MenuButton icon={Flag} text="enrollments.finish" onClick={() => setAsks('finish')} />
      </div>
      {asks === 'skip' && nextDay && (
        <Question
          text={t('enrollments.skipText', { name: nextDay.name })}
          action="enrollments.skip"
          onClose={close}
          onConfirm={() =>
            void write({ skipProgramDay: { enrollmentId: id, week: nextDay.week, day: nextDay.day } })
          }
        />
      )}
      {asks === 'finish' && (
        <Question
          text={t('enrollments.finishText', { title })}
          action="enrollments.finish"
          onClose={close}
          onConfirm={() => void write({ finishEnrollment: { id } })}
        />
      )}
    </section>
  )
}

interface MenuProps {
  icon: IconNode
  text: TextKey
  onClick(): void
}

const MenuButton = ({ icon, text, onClick }: MenuProps): JSX.Element => (
  <button type="button" onClick={onClick}>
    <Icon of={icon} /> {t(text)}
  </button>
)

interface QuestionProps {
  text: string
  action: TextKey
  onClose(): void
  onConfirm(): void
}

/** Asks before the plan changes. */
const Question = ({ text, action, onClose, onConfirm }: QuestionProps): JSX.Element => (
  <Sheet title={t(action)} onClose={onClose}>
    <p>{text}</p>
    <button
      type="button"
      class="button wide"
      onClick={() => {
        onClose()
        onConfirm()
      }}
    >
      {t(action)}
    </button>
  </Sheet>
)
