import type { JSX } from 'preact'
import { formatNumber, formatTime } from '../i18n.js'
import { BarChart } from './bar-chart.js'

interface Props {
  label: string
  /** The values by day, the earliest first. */
  days: readonly { date: string; value: number }[]
  tone: 'accent' | 'bad' | 'good'
}

const day = (date: string, options: Intl.DateTimeFormatOptions) =>
  formatTime(`${date}T00:00:00Z`, { ...options, timeZone: 'UTC' })

const short = { day: 'numeric', month: 'short' } as const

/** A chart of values by day, with their total. */
export function DayChart({ label, days, tone }: Props): JSX.Element {
  const [first, last] = [days[0], days.at(-1)]
  return (
    <BarChart
      label={label}
      tone={tone}
      summary={formatNumber(days.reduce((sum, { value }) => sum + value, 0))}
      points={days.map(({ date, value }) => ({
        label: day(date, { dateStyle: 'medium' }),
        value,
        text: formatNumber(value),
      }))}
      ends={first && last ? [day(first.date, short), day(last.date, short)] : null}
    />
  )
}
