import type { JSX } from 'preact'
import type { AuditLineFragment } from '../../../../generated/operations/console.js'
import { formatTime, nameOf, t } from '../i18n.js'
import { UserLink } from './links.js'
import type { Columns } from './table.js'

interface PersonProps {
  /** Null if it is not known who it was. */
  id: string | null
  user: AuditLineFragment['actorUser']
}

const Person = ({ id, user }: PersonProps): JSX.Element =>
  id === null && user === null ? (
    <span class="faint">
      –<span class="hidden">{t('audit.anonymous')}</span>
    </span>
  ) : (
    <UserLink user={user} />
  )

/** The columns of a table of entries of the audit log. */
export const auditColumns = (): Columns<AuditLineFragment> => [
  {
    title: t('audit.action'),
    cell: ({ action, at, consent }) => (
      <>
        {nameOf('action', action)}
        <small>
          <time dateTime={at}>{formatTime(at)}</time>
          {consent !== null && ` · ${nameOf('consent', consent)}`}
        </small>
      </>
    ),
  },
  {
    title: t('audit.subject'),
    cell: ({ catalogueExerciseId, subject, subjectUser }) =>
      catalogueExerciseId === null ? (
        <Person id={subject} user={subjectUser} />
      ) : (
        <a href={`#/exercises/${catalogueExerciseId}`}>{t('audit.exercise')}</a>
      ),
  },
  { title: t('audit.actor'), cell: ({ actor, actorUser }) => <Person id={actor} user={actorUser} /> },
  {
    title: t('audit.origin'),
    isWide: true,
    cell: ({ ipAddress, userAgent }) => (
      <>
        {ipAddress ?? '–'}
        <small class="clip" title={userAgent ?? undefined}>
          {userAgent}
        </small>
      </>
    ),
  },
]
