import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { X } from 'lucide'
import { AuditScreenDocument, type AuditAction } from '../../../../generated/operations/console.js'
import { Icon } from '../../app/components/icon.js'
import { go } from '../../app/router.js'
import { AuditTable } from '../components/audit-table.js'
import { Select } from '../components/fields.js'
import { ListEnd, useList } from '../components/query.js'
import { namesOf, t } from '../i18n.js'
import { auditActions } from '../values.js'

/** @param userId shows only the entries of this account */
export function AuditScreen({ userId }: { userId: string | null }): JSX.Element {
  const [action, setAction] = useState<AuditAction | null>(null)
  const list = useList(AuditScreenDocument, { userId, action }, ({ auditLog }) => auditLog)
  const entries = list.nodes ?? []
  const named = entries.flatMap(({ actorUser, subjectUser }) => [subjectUser, actorUser])
  const user = named.find(one => one?.id === userId)
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
        <form
          class="user-filter"
          onSubmit={event => {
            event.preventDefault()
            const id = new FormData(event.currentTarget).get('id') as string
            go(id.trim() === '' ? 'audit' : `audit/user/${id.trim()}`)
          }}
        >
          <label>
            <span>{t('audit.user')}</span>
            <input name="id" placeholder={t('audit.user.hint')} defaultValue={userId ?? ''} />
          </label>
          <button type="submit" class="button quiet">
            {t('apply')}
          </button>
        </form>
      </div>
      {userId !== null && (
        <p class="chip">
          <span>{t('audit.of', { name: user?.username ?? userId })}</span>
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
