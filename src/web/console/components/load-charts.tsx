import type { JSX } from 'preact'
import type { ServiceScreenQuery } from '../../../../generated/operations/console.js'
import { formatNumber, formatTime, t } from '../i18n.js'
import { BarChart } from './bar-chart.js'

type Minute = NonNullable<ServiceScreenQuery['serviceStatus']>['load'][number]

const megabyte = 1024 * 1024
const time = { timeStyle: 'short' } as const

interface ChartProps {
  label: string
  tone: 'accent' | 'bad' | 'good'
  minutes: readonly Minute[]
  /** Null if the minute has no value. */
  valueOf(minute: Minute): number | null
  /** Formats a value with its unit. */
  format(value: number): string
}

/** A chart of values by minute, with the latest one. */
function MinuteChart({ label, tone, minutes, valueOf, format }: ChartProps): JSX.Element {
  const [first, last] = [minutes[0], minutes.at(-1)]
  const latest = minutes.map(valueOf).findLast(value => value !== null)
  return (
    <BarChart
      label={label}
      tone={tone}
      summary={latest == null ? '–' : format(latest)}
      points={minutes.map(minute => {
        const value = valueOf(minute)
        return {
          label: formatTime(minute.at, time),
          value: value ?? 0,
          text: value === null ? '–' : format(value),
        }
      })}
      ends={first && last ? [formatTime(first.at, time), formatTime(last.at, time)] : null}
    />
  )
}

/** Charts of the load of the instance that answered. */
export const LoadCharts = ({ minutes }: { minutes: readonly Minute[] }): JSX.Element => (
  <section class="card">
    <h2>{t('load')}</h2>
    <p class="faint">{t('load.text')}</p>
    <div class="charts">
      <MinuteChart
        label={t('load.requests')}
        tone="accent"
        minutes={minutes}
        valueOf={({ requests }) => requests}
        format={value => formatNumber(value)}
      />
      <MinuteChart
        label={t('load.failed')}
        tone="bad"
        minutes={minutes}
        valueOf={({ failedRequests }) => failedRequests}
        format={value => formatNumber(value)}
      />
      <MinuteChart
        label={t('load.duration')}
        tone="accent"
        minutes={minutes}
        valueOf={({ averageMilliseconds }) => averageMilliseconds}
        format={value => `${formatNumber(value)} ms`}
      />
      <MinuteChart
        label={t('load.eventLoop')}
        tone="accent"
        minutes={minutes}
        valueOf={({ eventLoopUtilization }) => eventLoopUtilization}
        format={value => `${formatNumber(value * 100)} %`}
      />
      <MinuteChart
        label={t('service.memory')}
        tone="good"
        minutes={minutes}
        valueOf={({ heapUsedBytes }) => heapUsedBytes}
        format={value => `${formatNumber(value / megabyte, 0)} MB`}
      />
    </div>
  </section>
)
