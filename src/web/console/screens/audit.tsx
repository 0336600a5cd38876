import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { X } from 'lucide'
import { AuditScreenDocument, type AuditAction } from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { go } from '../../shared/router.js'
import { AuditTable } from '../components/audit-table.js'
import { Select } from '../components/fields.js'
import { ListEnd, useList } from '../components/query.js'
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
  const entries = list.nodes ?? []
  const named = entries.flatMap(({ actorUser, subjectUser }) => [subjectUser, actorUser])
  const user = named.find(one => one?.id === account)
  return (
    <>
      <header class="head">
        <h1>{t('nav.audit')}</h1>
      </header>
      <div class="filters" role="search">
        <Select
          label={t('audit.action')}
          none={t('all')}
          value={action}
          onChange={setAction}
          options={namesOf('action', auditActions)}
        />
        <label>
          <span>{t('audit.from')}</span>
          <input
            type="date"
            value={from}
            max={to === '' ? undefined : to}
            onChange={event => setFrom(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>{t('audit.to')}</span>
          <input
            type="date"
            value={to}
            min={from === '' ? undefined : from}
            onChange={event => setTo(event.currentTarget.value)}
          />
        </label>
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
            <input
              name="account"
              maxLength={254}
              placeholder={t('audit.user.hint')}
              defaultValue={account ?? ''}
            />
          </label>
          <button type="submit" class="button quiet">
            {t('apply')}
          </button>
        </form>
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
        {entries.length > 0 && <AuditTable entries={entries} />}
        <ListEnd of={list} empty={t('audit.none')} />
      </div>
    </>
  )
}
