import type { JSX } from 'preact'

export interface Point {
  /** The time of the value. */
  label: string
  value: number
  /** The value with its unit. */
  text: string
}

interface Props {
  label: string
  /** The value beside the label, such as the total. */
  summary: string
  /** The earliest first. */
  points: readonly Point[]
  /** The labels below the first and the last bar. */
  ends: readonly [string, string] | null
  tone: 'accent' | 'bad' | 'good'
}

const [height, width, gap] = [56, 16, 4]

/** A small chart of values over time. Its values are also in a table for screen readers. */
export function BarChart({ label, summary, points, ends, tone }: Props): JSX.Element {
  const most = Math.max(1e-9, ...points.map(({ value }) => value))
  return (
    <figure class={`bar-chart ${tone}`}>
      <figcaption>
        <span>{label}</span>
        <strong>{summary}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${points.length * (width + gap) - gap} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {points.map(({ label, value, text }, index) => {
          const size = Math.max(1.5, (value / most) * height)
          return (
            <rect key={label} x={index * (width + gap)} y={height - size} width={width} height={size} rx={2}>
              <title>{`${label}: ${text}`}</title>
            </rect>
          )
        })}
      </svg>
      {ends && (
        <p class="faint" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      )}
      <table class="hidden">
        <caption>{label}</caption>
        <tbody>
          {points.map(({ label, text }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
