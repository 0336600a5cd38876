import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  UserListDocument,
  type Role,
  type UserLineFragment,
} from '../../../../generated/operations/console.js'
import { Select } from '../components/fields.js'
import { ListTable } from '../components/list-table.js'
import { ScreenHeader } from '../components/screen-header.js'
import { SearchField } from '../components/search-field.js'
import type { Columns } from '../components/table.js'
import { useList } from '../components/use-list.js'
import { UserBadges } from '../components/user-badges.js'
import { formatTime, t } from '../i18n.js'

type Answer = 'yes' | 'no'

const toBoolean = (answer: Answer | null) => (answer === null ? null : answer === 'yes')

export function UsersScreen(): JSX.Element {
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<Role | null>(null)
  const [enabled, setEnabled] = useState<Answer | null>(null)
  const [verified, setVerified] = useState<Answer | null>(null)
  const filter = { role, enabled: toBoolean(enabled), verified: toBoolean(verified) }
  const list = useList(UserListDocument, { search, filter }, ({ users }) => users)
  return (
    <>
      <ScreenHeader title={t('nav.users')} count={list.totalCount} />
      <div class="filters" role="search">
        <SearchField label={t('users.search')} onSearch={setSearch} />
        <Select
          label={t('role')}
          none={t('all')}
          value={role}
          onChange={setRole}
          options={[
            ['USER', t('role.USER')],
            ['ADMIN', t('role.ADMIN')],
          ]}
        />
        <Select
          label={t('state')}
          none={t('all')}
          value={enabled}
          onChange={setEnabled}
          options={[
            ['yes', t('enabled')],
            ['no', t('disabled')],
          ]}
        />
        <Select
          label={t('address')}
          none={t('all')}
          value={verified}
          onChange={setVerified}
          options={[
            ['yes', t('verified')],
            ['no', t('unverified')],
          ]}
        />
      </div>
      <div class="card table">
        <ListTable of={list} columns={columns()} keyOf={({ id }) => id} empty={t('users.none')} />
      </div>
    </>
  )
}

const columns = (): Columns<UserLineFragment> => [
  {
    title: t('user'),
    cell: user => (
      <>
        <a href={`#/users/${user.id}`}>{user.username}</a>
        <small>{user.email}</small>
      </>
    ),
  },
  { title: t('state'), cell: user => <UserBadges of={user} hasDefault /> },
  {
    title: t('registered'),
    isWide: true,
    cell: ({ createdAt }) => formatTime(createdAt, { dateStyle: 'medium' }),
  },
  {
    title: t('lastLogin'),
    isWide: true,
    cell: ({ lastLogin }) => (lastLogin === null ? t('never') : formatTime(lastLogin)),
  },
]
