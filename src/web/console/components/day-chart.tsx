import type { JSX } from 'preact'
import { formatNumber, formatTime } from '../i18n.js'

interface Props {
  label: string
  /** The values by day, the earliest first. */
  days: readonly { date: string; value: number }[]
  tone: 'accent' | 'bad' | 'good'
}

const [height, width, gap] = [56, 16, 4]

const day = (date: string, options: Intl.DateTimeFormatOptions) =>
  formatTime(`${date}T00:00:00Z`, { ...options, timeZone: 'UTC' })

/** A small chart of values by day. Its values are also in a table for screen readers. */
export function DayChart({ label, days, tone }: Props): JSX.Element {
  const most = Math.max(1, ...days.map(({ value }) => value))
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure class={`day-chart ${tone}`}>
      <figcaption>
        <span>{label}</span>
        <strong>{formatNumber(total)}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * (width + gap) - gap} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ date, value }, at) => {
          const size = Math.max(1.5, (value / most) * height)
          return (
            <rect key={date} x={at * (width + gap)} y={height - size} width={width} height={size} rx={2}>
              <title>{`${day(date, { dateStyle: 'medium' })}: ${formatNumber(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      {first && last && (
        <p class="faint" aria-hidden="true">
          <span>{day(first.date, { day: 'numeric', month: 'short' })}</span>
          <span>{day(last.date, { day: 'numeric', month: 'short' })}</span>
        </p>
      )}
      <table class="hidden">
        <caption>{label}</caption>
        <tbody>
          {days.map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{day(date, { dateStyle: 'medium' })}</th>
              <td>{formatNumber(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
