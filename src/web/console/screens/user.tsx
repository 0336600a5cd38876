import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  Ban,
  CircleCheck,
  LogOut,
  MailCheck,
  RotateCcw,
  ShieldMinus,
  ShieldPlus,
  Trash2,
  type IconNode,
} from 'lucide'
import {
  DeleteUserDocument,
  RestoreUserDocument,
  RevokeUserSessionDocument,
  RevokeUserSessionsDocument,
  SetAccountEnabledDocument,
  SetUserRoleDocument,
  UserScreenDocument,
  VerifyUserDocument,
  type UserLineFragment,
  type UserScreenQuery,
} from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { languageNames } from '../../shared/locales.js'
import { auditColumns } from '../components/audit-columns.js'
import { IconButton } from '../components/buttons.js'
import { Dialog } from '../components/dialog.js'
import { Fact } from '../components/fact.js'
import { BackLink } from '../components/links.js'
import { Loaded, useQuery } from '../components/query.js'
import { Table } from '../components/table.js'
import { UserBadges } from '../components/user-badges.js'
import { formatAge, formatTime, t } from '../i18n.js'
import { request, user as me } from '../session.js'

interface Action {
  icon: IconNode
  /** The text of the button, and the key of the explanation after `.text`. */
  text:
    'disable' | 'enable' | 'promote' | 'demote' | 'verify' | 'revoke' | 'endSession' | 'delete' | 'restore'
  /** The device that the action concerns; missing if it concerns the whole account. */
  device?: string
  danger?: boolean
  run(id: string): Promise<unknown>
}

const disable: Action = {
  icon: Ban,
  text: 'disable',
  danger: true,
  run: id => request(SetAccountEnabledDocument, { id, enabled: false }),
}
const enable: Action = {
  icon: CircleCheck,
  text: 'enable',
  run: id => request(SetAccountEnabledDocument, { id, enabled: true }),
}
const promote: Action = {
  icon: ShieldPlus,
  text: 'promote',
  run: id => request(SetUserRoleDocument, { id, role: 'ADMIN' }),
}
const demote: Action = {
  icon: ShieldMinus,
  text: 'demote',
  danger: true,
  run: id => request(SetUserRoleDocument, { id, role: 'USER' }),
}
const verify: Action = { icon: MailCheck, text: 'verify', run: id => request(VerifyUserDocument, { id }) }
const revoke: Action = {
  icon: LogOut,
  text: 'revoke',
  run: id => request(RevokeUserSessionsDocument, { id }),
}
const remove: Action = {
  icon: Trash2,
  text: 'delete',
  danger: true,
  run: id => request(DeleteUserDocument, { id }),
}
const restore: Action = { icon: RotateCcw, text: 'restore', run: id => request(RestoreUserDocument, { id }) }

type Session = NonNullable<NonNullable<UserScreenQuery['managedUser']>['sessions']>[number]

const endSession = (session: Session): Action => ({
  icon: LogOut,
  text: 'endSession',
  device: session.device,
  run: id => request(RevokeUserSessionDocument, { id, sessionId: session.id }),
})

const actionsFor = (user: UserLineFragment, hasSessions: boolean): Action[] => [
  ...(user.deletesAt === null ? [] : [restore]),
  user.enabled ? disable : enable,
  ...(hasSessions ? [revoke] : []),
  ...(user.verified ? [] : [verify]),
  user.role === 'ADMIN' ? demote : promote,
  ...(user.deletesAt === null ? [remove] : []),
]

export function UserScreen({ id }: { id: string }): JSX.Element {
  const query = useQuery(UserScreenDocument, { id })
  return (
    <>
      <BackLink to="users">{t('nav.users')}</BackLink>
      <Loaded of={query}>
        {({ managedUser, auditLog }) =>
          managedUser && <UserDetail user={managedUser} auditLog={auditLog} onChange={query.reload} />
        }
      </Loaded>
    </>
  )
}

interface DetailProps {
  user: NonNullable<UserScreenQuery['managedUser']>
  auditLog: UserScreenQuery['auditLog']
  onChange(): void
}

function UserDetail({ user, auditLog, onChange }: DetailProps): JSX.Element {
  const [action, setAction] = useState<Action | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const sessions = user.sessions ?? []
  const namesFor = ({ device = '' }: Action) => ({ name: user.username, device })
  return (
    <>
      <header class="head">
        <div>
          <h1>{user.username}</h1>
          <p class="faint">{user.email}</p>
        </div>
        <UserBadges of={user} />
      </header>
      <div role="status">{done && <p class="notice good">{done}</p>}</div>
      {user.deletesAt !== null && (
        <p class="notice bad">{t('deletesAt', { date: formatTime(user.deletesAt) })}</p>
      )}
      <div class="actions">
        {actionsFor(user, sessions.length > 0).map(one => (
          <button
            type="button"
            key={one.text}
            class={one.danger ? 'button quiet danger' : 'button quiet'}
            onClick={() => setAction(one)}
          >
            <Icon of={one.icon} size={16} /> {t(`user.${one.text}`)}
          </button>
        ))}
      </div>
      <div class="columns">
        <AccountFacts user={user} />
        <Devices sessions={sessions} onEnd={session => setAction(endSession(session))} />
      </div>
      <section class="card table">
        <header>
          <h2>{t('nav.audit')}</h2>
          <a href={`#/audit/user/${user.id}`}>{t('audit.all')}</a>
        </header>
        <Table
          columns={auditColumns()}
          rows={auditLog?.edges.map(({ node }) => node) ?? []}
          keyOf={({ id }) => id}
        />
      </section>
      {action && (
        <Dialog
          title={t(`user.${action.text}.title`, namesFor(action))}
          action={t(`user.${action.text}`)}
          danger={action.danger ?? false}
          onConfirm={async () => {
            await action.run(user.id)
            setDone(t(`user.${action.text}.done`, namesFor(action)))
            onChange()
          }}
          onClose={() => setAction(null)}
        >
          <p>{t(`user.${action.text}.text`, namesFor(action))}</p>
          {user.id === me.value?.id && <p class="notice warn">{t('user.self')}</p>}
        </Dialog>
      )}
    </>
  )
}

const AccountFacts = ({ user }: { user: UserLineFragment }): JSX.Element => (
  <section class="card">
    <h2>{t('account')}</h2>
    <dl class="facts">
      <Fact name={t('role')}>{t(`role.${user.role}`)}</Fact>
      <Fact name={t('address')}>{t(user.verified ? 'verified' : 'unverified')}</Fact>
      <Fact name={t('language')}>{user.locale === null ? '–' : languageNames[user.locale]}</Fact>
      <Fact name={t('registered')}>{formatTime(user.createdAt)}</Fact>
      <Fact name={t('lastLogin')}>{user.lastLogin === null ? t('never') : formatTime(user.lastLogin)}</Fact>
      <Fact name={t('identifier')}>
        <code>{user.id}</code>
      </Fact>
    </dl>
  </section>
)

interface DevicesProps {
  sessions: readonly Session[]
  onEnd(session: Session): void
}

const Devices = ({ sessions, onEnd }: DevicesProps): JSX.Element => (
  <section class="card">
    <h2>{t('devices')}</h2>
    {sessions.length === 0 && <p class="faint">{t('devices.none')}</p>}
    <ul class="rows with-actions">
      {sessions.map(session => (
        <li key={session.id}>
          <span>
            <strong>{session.device}</strong>
            <small>
              {session.address} · {formatAge(session.lastUsedAt)}
              {session.current && ` · ${t('devices.current')}`}
            </small>
          </span>
          <IconButton
            icon={LogOut}
            label={t('user.endSession.of', { device: session.device })}
            onClick={() => onEnd(session)}
          />
        </li>
      ))}
    </ul>
  </section>
)
