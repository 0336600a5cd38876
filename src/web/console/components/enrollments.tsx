import type { JSX } from 'preact'
import { ProgramEnrollmentsDocument } from '../../../../generated/operations/console.js'
import { formatTime, nameOf, t } from '../i18n.js'
import { ListEnd, useList } from './query.js'

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
      {list.nodes !== null && list.nodes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('user')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col" class="wide">
                {t('enrollments.version')}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.nodes.map(one => (
              <tr key={one.enrollmentId}>
                <th scope="row">
                  {one.user ? (
                    <a href={`#/users/${one.user.id}`}>{one.user.username}</a>
                  ) : (
                    <span class="faint">{t('audit.erased')}</span>
                  )}
                  <small>
                    <time dateTime={one.enrolledAt}>{formatTime(one.enrolledAt)}</time>
                  </small>
                </th>
                <td>
                  <span class={`badge ${tones[one.enrollmentStatus]}`}>
                    {nameOf('enrollment', one.enrollmentStatus)}
                  </span>
                </td>
                <td class="wide">{one.programVersion}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={list} empty={t('enrollments.none')} />
    </section>
  )
}
