import type { JSX } from 'preact'
import type { AuditLineFragment } from '../../../../generated/operations/console.js'
import { formatTime, nameOf, t } from '../i18n.js'

interface PersonProps {
  id: string | null
  user: AuditLineFragment['actorUser']
}

const Person = ({ id, user }: PersonProps): JSX.Element => {
  if (user) return <a href={`#/users/${user.id}`}>{user.username}</a>
  if (id !== null) return <span class="faint">{t('audit.erased')}</span>
  return (
    <span class="faint">
      –<span class="hidden">{t('audit.anonymous')}</span>
    </span>
  )
}

export const AuditTable = ({ entries }: { entries: readonly AuditLineFragment[] }): JSX.Element => (
  <table>
    <thead>
      <tr>
        <th scope="col">{t('audit.action')}</th>
        <th scope="col">{t('audit.subject')}</th>
        <th scope="col">{t('audit.actor')}</th>
        <th scope="col" class="wide">
          {t('audit.origin')}
        </th>
      </tr>
    </thead>
    <tbody>
      {entries.map(entry => (
        <tr key={entry.id}>
          <th scope="row">
            {nameOf('action', entry.action)}
            <small>
              <time dateTime={entry.at}>{formatTime(entry.at)}</time>
              {entry.consent !== null && ` · ${nameOf('consent', entry.consent)}`}
            </small>
          </th>
          <td>
            {entry.catalogueExerciseId === null ? (
              <Person id={entry.subject} user={entry.subjectUser} />
            ) : (
              <a href={`#/exercises/${entry.catalogueExerciseId}`}>{t('audit.exercise')}</a>
            )}
          </td>
          <td>
            <Person id={entry.actor} user={entry.actorUser} />
          </td>
          <td class="wide">
            {entry.ipAddress ?? '–'}
            <small class="clip" title={entry.userAgent ?? undefined}>
              {entry.userAgent}
            </small>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
