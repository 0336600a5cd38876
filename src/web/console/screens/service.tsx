import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import {
  DeprecatedFieldsDocument,
  ServiceScreenDocument,
  type ServiceScreenQuery,
} from '../../../../generated/operations/console.js'
import { Bar, Bars } from '../components/bars.js'
import { DayChart } from '../components/day-chart.js'
import { LoadCharts } from '../components/load-charts.js'
import { Loaded, useQuery } from '../components/query.js'
import { formatAge, formatNumber, formatTime, nameOf, t } from '../i18n.js'

/** How often the state is read while the screen is visible, in milliseconds. */
const refreshInterval = 30_000
const megabyte = 1024 * 1024

type Status = NonNullable<ServiceScreenQuery['serviceStatus']>

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
        {status.data?.serviceStatus && (
          <p class="faint">{t('service.version', { version: status.data.serviceStatus.version })}</p>
        )}
      </header>
      <Loaded of={status}>
        {({ serviceStatus }) => serviceStatus && <Details status={serviceStatus} />}
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
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('deprecated.field')}</th>
                    <th scope="col">{t('deprecated.app')}</th>
                    <th scope="col">{t('deprecated.count')}</th>
                    <th scope="col" class="wide">
                      {t('deprecated.lastUsed')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {deprecatedFieldUses.map(use => (
                    <tr key={`${use.field} ${use.clientName} ${use.clientVersion}`}>
                      <th scope="row">
                        <code>{use.field}</code>
                      </th>
                      <td>
                        {use.clientName} <small>{use.clientVersion}</small>
                      </td>
                      <td>{formatNumber(use.count)}</td>
                      <td class="wide">{formatTime(use.lastUsedAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </section>
    </>
  )
}

const Details = ({ status }: { status: Status }): JSX.Element => (
  <>
    <div class="tiles">
      {status.queues.map(({ name, length, oldestAt, lastFailure }) => (
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
    <section class="card">
      <h2>{t('service.activity')}</h2>
      <div class="charts">
        <DayChart
          label={t('service.logins')}
          tone="accent"
          days={status.activity.map(({ date, logins }) => ({ date, value: logins }))}
        />
        <DayChart
          label={t('service.registrations')}
          tone="good"
          days={status.activity.map(({ date, registrations }) => ({ date, value: registrations }))}
        />
        <DayChart
          label={t('service.failedLogins')}
          tone="bad"
          days={status.activity.map(({ date, failedLogins }) => ({ date, value: failedLogins }))}
        />
      </div>
    </section>
    <LoadCharts minutes={status.load} />
    <div class="columns">
      <section class="card">
        <h2>{t('service.health')}</h2>
        <dl class="facts">
          <div>
            <dt>{t('service.storage')}</dt>
            <dd>
              <span class={status.isStorageReachable ? 'badge good' : 'badge bad'}>
                {t(status.isStorageReachable ? 'service.reachable' : 'service.unreachable')}
              </span>
            </dd>
          </div>
          <div>
            <dt>{t('service.started')}</dt>
            <dd>{formatTime(status.startedAt)}</dd>
          </div>
          <div>
            <dt>{t('service.memory')}</dt>
            <dd>
              {t('service.memory.value', {
                used: formatNumber(status.heapUsedBytes / megabyte, 0),
                limit: formatNumber(status.heapLimitBytes / megabyte, 0),
              })}
              <Bar share={status.heapUsedBytes / status.heapLimitBytes} />
            </dd>
          </div>
        </dl>
        <p class="faint">{t('service.instance')}</p>
      </section>
      <section class="card">
        <header>
          <h2>{t('service.imports')}</h2>
          <a href="#/service/imports">{t('service.imports.all')}</a>
        </header>
        {status.imports.length === 0 ? (
          <p class="faint">{t('service.imports.none')}</p>
        ) : (
          <Bars
            items={status.imports.map(({ status: name, count }) => ({
              name: nameOf('import', name),
              value: count,
            }))}
          />
        )}
      </section>
    </div>
  </>
)
