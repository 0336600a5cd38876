import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { X } from 'lucide'
import { AuditScreenDocument, type AuditAction } from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { go } from '../../shared/router.js'
import { auditColumns } from '../components/audit-columns.js'
import { Select } from '../components/fields.js'
import { ListTable } from '../components/list-table.js'
import { ScreenHeader } from '../components/screen-header.js'
import { useList } from '../components/use-list.js'
import { namesOf, t } from '../i18n.js'
import { auditActions } from '../values.js'

const isIdentifier = (text: string): boolean => /^([0-9a-f]{24}|erased-[\w-]{12})$/.test(text)

/** The start of a day of a date field in the time zone of the browser; null without a day. */
function startOf(date: string, addedDays = 0): string | null {
  if (date === '') return null
  const time = new Date(`${date}T00:00:00`)
  time.setDate(time.getDate() + addedDays)
  return time.toISOString()
}

/** @param account shows only the entries of this identifier, pseudonym, username or e-mail address */
export function AuditScreen({ account }: { account: string | null }): JSX.Element {
  const [action, setAction] = useState<AuditAction | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isId = account !== null && isIdentifier(account)
  const variables = {
    userId: isId ? account : null,
    userName: isId ? null : account,
    action,
    from: startOf(from),
    // The last day is included.
    to: startOf(to, 1),
  }
  const list = useList(AuditScreenDocument, variables, ({ auditLog }) => auditLog)
  const named = (list.nodes ?? []).flatMap(({ actorUser, subjectUser }) => [subjectUser, actorUser])
  const user = named.find(one => one?.id === account)
  return (
    <>
      <ScreenHeader title={t('nav.audit')} />
      <div class="filters" role="search">
        <Select
          label={t('audit.action')}
          none={t('all')}
          value={action}
          onChange={setAction}
          options={namesOf('action', auditActions)}
        />
        <DateField label={t('audit.from')} value={from} max={to === '' ? undefined : to} onChange={setFrom} />
        <DateField label={t('audit.to')} value={to} min={from === '' ? undefined : from} onChange={setTo} />
        <AccountFilter account={account} />
      </div>
      {account !== null && (
        <p class="chip">
          <span>{t('audit.of', { name: user?.username ?? account })}</span>
          <a href="#/audit" aria-label={t('audit.everyone')}>
            <Icon of={X} size={16} />
          </a>
        </p>
      )}
      <div class="card table">
        <ListTable of={list} columns={auditColumns()} keyOf={({ id }) => id} empty={t('audit.none')} />
      </div>
    </>
  )
}

interface DateProps {
  label: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange(value: string): void
}

const DateField = ({ label, value, min, max, onChange }: DateProps): JSX.Element => (
  <label>
    <span>{label}</span>
    <input
      type="date"
      value={value}
      min={min}
      max={max}
      onChange={event => onChange(event.currentTarget.value)}
    />
  </label>
)

/** The account is part of the address of the screen, so that other screens can link to its entries. */
const AccountFilter = ({ account }: { account: string | null }): JSX.Element => (
  <form
    class="user-filter"
    onSubmit={event => {
      event.preventDefault()
      const text = (new FormData(event.currentTarget).get('account') as string).trim()
      go(text === '' ? 'audit' : `audit/user/${encodeURIComponent(text)}`)
    }}
  >
    <label>
      <span>{t('audit.user')}</span>
      <input name="account" maxLength={254} placeholder={t('audit.user.hint')} defaultValue={account ?? ''} />
    </label>
    <button type="submit" class="button quiet">
      {t('apply')}
    </button>
  </form>
)
