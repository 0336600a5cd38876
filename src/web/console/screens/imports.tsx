import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  ImportListDocument,
  type ImportListQuery,
  type WorkoutImportStatus,
} from '../../../../generated/operations/console.js'
import { Select } from '../components/fields.js'
import { BackLink, UserLink } from '../components/links.js'
import { ListTable } from '../components/list-table.js'
import { ScreenHeader } from '../components/screen-header.js'
import type { Columns } from '../components/table.js'
import { useList } from '../components/use-list.js'
import { formatNumber, formatTime, nameOf, t } from '../i18n.js'
import { importStatuses } from '../values.js'

type WorkoutImport = NonNullable<ImportListQuery['managedImports']>['edges'][number]['node']

const tones = { QUEUED: 'warn', RUNNING: 'accent', COMPLETED: 'good', FAILED: 'bad' } as const

/** The imports of workouts by all users. */
export function ImportsScreen(): JSX.Element {
  const [status, setStatus] = useState<WorkoutImportStatus | null>(null)
  const list = useList(ImportListDocument, { status }, ({ managedImports }) => managedImports)
  return (
    <>
      <BackLink to="service">{t('nav.service')}</BackLink>
      <ScreenHeader title={t('service.imports')} />
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
        <ListTable
          of={list}
          columns={columns()}
          keyOf={({ importId }) => importId}
          empty={t('service.imports.none')}
        />
      </div>
    </>
  )
}

const columns = (): Columns<WorkoutImport> => [
  {
    title: t('user'),
    cell: ({ user, createdAt, dryRun }) => (
      <>
        <UserLink user={user} />
        <small>
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          {dryRun && ` · ${t('imports.preview')}`}
        </small>
      </>
    ),
  },
  {
    title: t('state'),
    cell: ({ importStatus, error }) => (
      <>
        <span class={`badge ${tones[importStatus]}`}>{nameOf('import', importStatus)}</span>
        {error !== null && <small>{error}</small>}
      </>
    ),
  },
  {
    title: t('imports.workouts'),
    cell: ({ workoutsMade, rowsRead, workoutsAlreadyThere, recordsRestored }) => (
      <>
        {formatNumber(workoutsMade)}
        <small>
          {t('imports.counts', { rows: rowsRead, known: workoutsAlreadyThere, records: recordsRestored })}
        </small>
      </>
    ),
  },
  { title: t('imports.skipped'), isWide: true, cell: ({ skippedCount }) => formatNumber(skippedCount) },
  { title: t('imports.attempts'), isWide: true, cell: ({ attempts }) => formatNumber(attempts) },
]
