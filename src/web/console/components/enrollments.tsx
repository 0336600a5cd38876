import type { JSX } from 'preact'
import {
  ProgramEnrollmentsDocument,
  type ProgramEnrollmentsQuery,
} from '../../../../generated/operations/console.js'
import { formatTime, nameOf, t } from '../i18n.js'
import { UserLink } from './links.js'
import { ListTable } from './list-table.js'
import type { Columns } from './table.js'
import { useList } from './use-list.js'

type Enrollment = NonNullable<ProgramEnrollmentsQuery['managedEnrollments']>['edges'][number]['node']

const tones = { ACTIVE: 'good', PAUSED: 'warn', FINISHED: '' } as const

/** The users who are enrolled in a program. */
export function Enrollments({ programId }: { programId: string }): JSX.Element {
  const list = useList(
    ProgramEnrollmentsDocument,
    { programId },
    ({ managedEnrollments }) => managedEnrollments,
  )
  const { connection } = list
  return (
    <section class="card table">
      <header>
        <h2>{t('enrollments')}</h2>
        {connection && (connection.totalCount ?? 0) > 0 && (
          <p class="faint">
            {t('enrollments.counts', { open: connection.openCount, finished: connection.finishedCount })}
          </p>
        )}
      </header>
      <ListTable
        of={list}
        columns={columns()}
        keyOf={({ enrollmentId }) => enrollmentId}
        empty={t('enrollments.none')}
      />
    </section>
  )
}

const columns = (): Columns<Enrollment> => [
  {
    title: t('user'),
    cell: ({ user, enrolledAt }) => (
      <>
        <UserLink user={user} />
        <small>
          <time dateTime={enrolledAt}>{formatTime(enrolledAt)}</time>
        </small>
      </>
    ),
  },
  {
    title: t('state'),
    cell: ({ enrollmentStatus }) => (
      <span class={`badge ${tones[enrollmentStatus]}`}>{nameOf('enrollment', enrollmentStatus)}</span>
    ),
  },
  { title: t('enrollments.version'), isWide: true, cell: ({ programVersion }) => programVersion },
]
