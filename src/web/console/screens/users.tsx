import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { UserListDocument, type Role } from '../../../../generated/operations/console.js'
import { SearchField, Select } from '../components/fields.js'
import { ListEnd, useList } from '../components/query.js'
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
      <header class="head">
        <h1>{t('nav.users')}</h1>
        {list.totalCount !== null && <p class="faint">{t('matches', { count: list.totalCount })}</p>}
      </header>
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
        {list.nodes !== null && list.nodes.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('user')}</th>
                <th scope="col">{t('state')}</th>
                <th scope="col" class="wide">
                  {t('registered')}
                </th>
                <th scope="col" class="wide">
                  {t('lastLogin')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.nodes.map(user => (
                <tr key={user.id}>
                  <th scope="row">
                    <a href={`#/users/${user.id}`}>{user.username}</a>
                    <small>{user.email}</small>
                  </th>
                  <td>
                    <UserBadges of={user} hasDefault />
                  </td>
                  <td class="wide">{formatTime(user.createdAt, { dateStyle: 'medium' })}</td>
                  <td class="wide">{user.lastLogin === null ? t('never') : formatTime(user.lastLogin)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <ListEnd of={list} empty={t('users.none')} />
      </div>
    </>
  )
}
