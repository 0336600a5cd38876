import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ArrowLeft } from 'lucide'
import { ImportListDocument, type WorkoutImportStatus } from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { Select } from '../components/fields.js'
import { ListEnd, useList } from '../components/query.js'
import { formatNumber, formatTime, nameOf, t } from '../i18n.js'
import { importStatuses } from '../values.js'

const tones = { QUEUED: 'warn', RUNNING: 'accent', COMPLETED: 'good', FAILED: 'bad' } as const

/** The imports of workouts by all users. */
export function ImportsScreen(): JSX.Element {
  const [status, setStatus] = useState<WorkoutImportStatus | null>(null)
  const list = useList(ImportListDocument, { status }, ({ managedImports }) => managedImports)
  return (
    <>
      <a class="back" href="#/service">
        <Icon of={ArrowLeft} size={16} /> {t('nav.service')}
      </a>
      <header class="head">
        <h1>{t('service.imports')}</h1>
      </header>
      <div class="filters" role="search">
        <Select
          label={t('state')}
          none={t('all')}
          value={status}
          onChange={setStatus}
          options={importStatuses.map(one => [one, nameOf('import', one)] as const)}
        />
      </div>
      <div class="card table">
        {list.nodes !== null && list.nodes.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('user')}</th>
                <th scope="col">{t('state')}</th>
                <th scope="col">{t('imports.workouts')}</th>
                <th scope="col" class="wide">
                  {t('imports.skipped')}
                </th>
                <th scope="col" class="wide">
                  {t('imports.attempts')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.nodes.map(one => (
                <tr key={one.importId}>
                  <th scope="row">
                    {one.user ? (
                      <a href={`#/users/${one.user.id}`}>{one.user.username}</a>
                    ) : (
                      <span class="faint">{t('audit.erased')}</span>
                    )}
                    <small>
                      <time dateTime={one.createdAt}>{formatTime(one.createdAt)}</time>
                      {one.dryRun && ` · ${t('imports.preview')}`}
                    </small>
                  </th>
                  <td>
                    <span class={`badge ${tones[one.importStatus]}`}>
                      {nameOf('import', one.importStatus)}
                    </span>
                    {one.error !== null && <small>{one.error}</small>}
                  </td>
                  <td>
                    {formatNumber(one.workoutsMade)}
                    <small>
                      {t('imports.counts', {
                        rows: one.rowsRead,
                        known: one.workoutsAlreadyThere,
                        records: one.recordsRestored,
                      })}
                    </small>
                  </td>
                  <td class="wide">{formatNumber(one.skippedCount)}</td>
                  <td class="wide">{formatNumber(one.attempts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <ListEnd of={list} empty={t('service.imports.none')} />
      </div>
    </>
  )
}
