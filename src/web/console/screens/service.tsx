import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import {
  DeprecatedFieldsDocument,
  ServiceScreenDocument,
  type DeprecatedFieldsQuery,
  type ServiceScreenQuery,
} from '../../../../generated/operations/console.js'
import { Bar, Bars } from '../components/bars.js'
import { DayChart } from '../components/day-chart.js'
import { Fact } from '../components/fact.js'
import { LoadCharts } from '../components/load-charts.js'
import { Loaded, useQuery } from '../components/query.js'
import { Table, type Columns } from '../components/table.js'
import { formatAge, formatNumber, formatTime, nameOf, t } from '../i18n.js'

/** How often the state is read while the screen is visible, in milliseconds. */
const refreshInterval = 30_000
const megabyte = 1024 * 1024

type Status = NonNullable<ServiceScreenQuery['serviceStatus']>
type DeprecatedUse = NonNullable<DeprecatedFieldsQuery['deprecatedFieldUses']>[number]

export function ServiceScreen(): JSX.Element {
  const status = useQuery(ServiceScreenDocument, {})
  const deprecated = useQuery(DeprecatedFieldsDocument, {})
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') status.reload()
    }, refreshInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <header class="head">
        <h1>{t('nav.service')}</h1>
        {status.value?.serviceStatus && (
          <p class="faint">{t('service.version', { version: status.value.serviceStatus.version })}</p>
        )}
      </header>
      <Loaded of={status}>
        {({ serviceStatus }) => serviceStatus && <StatusDetails status={serviceStatus} />}
      </Loaded>
      <section class="card table">
        <header>
          <h2>{t('deprecated')}</h2>
        </header>
        <Loaded of={deprecated}>
          {({ deprecatedFieldUses }) =>
            deprecatedFieldUses === null || deprecatedFieldUses.length === 0 ? (
              <p class="empty">{t('deprecated.none')}</p>
            ) : (
              <Table
                columns={deprecatedColumns()}
                rows={deprecatedFieldUses}
                keyOf={use => `${use.field} ${use.clientName} ${use.clientVersion}`}
              />
            )
          }
        </Loaded>
      </section>
    </>
  )
}

const deprecatedColumns = (): Columns<DeprecatedUse> => [
  { title: t('deprecated.field'), cell: ({ field }) => <code>{field}</code> },
  {
    title: t('deprecated.app'),
    cell: ({ clientName, clientVersion }) => (
      <>
        {clientName} <small>{clientVersion}</small>
      </>
    ),
  },
  { title: t('deprecated.count'), cell: ({ count }) => formatNumber(count) },
  { title: t('deprecated.lastUsed'), isWide: true, cell: ({ lastUsedAt }) => formatTime(lastUsedAt) },
]

const StatusDetails = ({ status }: { status: Status }): JSX.Element => (
  <>
    <Queues queues={status.queues} />
    <ActivityCharts activity={status.activity} />
    <LoadCharts minutes={status.load} />
    <div class="columns">
      <Health status={status} />
      <Imports imports={status.imports} />
    </div>
  </>
)

const Queues = ({ queues }: Pick<Status, 'queues'>): JSX.Element => (
  <div class="tiles">
    {queues.map(({ name, length, oldestAt, lastFailure }) => (
      <section class="card tile" key={name}>
        <h2>{nameOf('queue', name)}</h2>
        <p class="number">{formatNumber(length)}</p>
        <p class="faint">
          {oldestAt === null ? t('service.empty') : t('service.oldest', { age: formatAge(oldestAt) })}
        </p>
        {lastFailure !== null && (
          <p class="failure">
            {t('service.lastFailure', { age: formatAge(lastFailure.at) })}
            <small>{lastFailure.reason}</small>
          </p>
        )}
      </section>
    ))}
  </div>
)

const ActivityCharts = ({ activity }: Pick<Status, 'activity'>): JSX.Element => (
  <section class="card">
    <h2>{t('service.activity')}</h2>
    <div class="charts">
      <DayChart
        label={t('service.logins')}
        tone="accent"
        days={activity.map(({ date, logins }) => ({ date, value: logins }))}
      />
      <DayChart
        label={t('service.registrations')}
        tone="good"
        days={activity.map(({ date, registrations }) => ({ date, value: registrations }))}
      />
      <DayChart
        label={t('service.failedLogins')}
        tone="bad"
        days={activity.map(({ date, failedLogins }) => ({ date, value: failedLogins }))}
      />
    </div>
  </section>
)

/** The state of the instance that answered. */
const Health = ({ status }: { status: Status }): JSX.Element => (
  <section class="card">
    <h2>{t('service.health')}</h2>
    <dl class="facts">
      <Fact name={t('service.storage')}>
        <span class={status.isStorageReachable ? 'badge good' : 'badge bad'}>
          {t(status.isStorageReachable ? 'service.reachable' : 'service.unreachable')}
        </span>
      </Fact>
      <Fact name={t('service.started')}>{formatTime(status.startedAt)}</Fact>
      <Fact name={t('service.memory')}>
        {t('service.memory.value', {
          used: formatNumber(status.heapUsedBytes / megabyte, 0),
          limit: formatNumber(status.heapLimitBytes / megabyte, 0),
        })}
        <Bar share={status.heapUsedBytes / status.heapLimitBytes} />
      </Fact>
    </dl>
    <p class="faint">{t('service.instance')}</p>
  </section>
)

/** The number of imports by state. */
const Imports = ({ imports }: Pick<Status, 'imports'>): JSX.Element => (
  <section class="card">
    <header>
      <h2>{t('service.imports')}</h2>
      <a href="#/service/imports">{t('service.imports.all')}</a>
    </header>
    {imports.length === 0 ? (
      <p class="faint">{t('service.imports.none')}</p>
    ) : (
      <Bars items={imports.map(({ status, count }) => ({ name: nameOf('import', status), value: count }))} />
    )}
  </section>
)
