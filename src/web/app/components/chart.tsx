import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { formatDate, isInOtherYear, formatDayWithYear, formatNumber } from '../i18n.js'

interface Point {
  date: string
  value: number | null
}

interface Props {
  /** Says what the chart shows. */
  label: string
  points: readonly Point[]
  kind: 'line' | 'bars'
  unit: string
}

const height = 200
/** The space before the first and after the last value, in seconds. */
const margin = { bars: 4 * 24 * 60 * 60, line: 24 * 60 * 60 }

/** A chart of values by day. Its values are also in a table for screen readers. */
export function Chart({ label, points, kind, unit }: Props): JSX.Element {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = element.current
    if (!host) return
    let chart: uPlot | undefined
    let isGone = false
    const resize = new ResizeObserver(() => chart?.setSize({ width: host.clientWidth, height }))
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    // The library is loaded with the first chart.
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (isGone) return
      chart?.destroy()
      chart = new Plot(optionsFor(Plot, host, kind, unit), dataOf(points), host)
    }
    const redraw = () => void draw()
    redraw()
    resize.observe(host)
    // The colors are those of the style sheet.
    scheme.addEventListener('change', redraw)
    return () => {
      isGone = true
      resize.disconnect()
      scheme.removeEventListener('change', redraw)
      chart?.destroy()
    }
  }, [points, kind, unit])
  return (
    <figure class="chart">
      <div ref={element} aria-hidden="true" />
      <table class="hidden">
        <caption>{label}</caption>
        <tbody>
          {points.map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{formatDayWithYear(date)}</th>
              <td>{value === null ? '–' : `${formatNumber(value, 1)} ${unit}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const dataOf = (points: readonly Point[]): uPlot.AlignedData => [
  points.map(({ date }) => Date.parse(`${date}T12:00:00Z`) / 1000),
  points.map(({ value }) => value),
]

function optionsFor(Plot: typeof uPlot, host: HTMLElement, kind: Props['kind'], unit: string): uPlot.Options {
  const style = getComputedStyle(host)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color('--faint'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: host.clientWidth,
    height,
    // The last label is centered below the end of the axis.
    padding: [12, 30, 0, 0],
    cursor: { y: false, drag: { x: false, y: false } },
    legend: { show: false },
    scales: {
      // Half a bar more on both sides.
      x: { time: true, range: (_plot, first, last) => [first - margin[kind], last + margin[kind]] },
      y: { range: (_plot, low, high) => rangeOf(low, high, kind) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 56,
        values: (_plot, times) => times.map(time => dayText(new Date(time * 1000))),
      },
      {
        ...axis,
        // uPlot cuts off labels that do not fit. It passes null before there are any.
        size: (_plot, labels: string[] | null) =>
          16 + 7 * Math.max(6, ...(labels ?? []).map(({ length }) => length)),
        values: (_plot, values) => values.map(value => `${formatNumber(value, 1)} ${unit}`),
      },
    ],
    series: [
      {},
      {
        stroke: color('--accent'),
        width: 2.5,
        spanGaps: true,
        points: { show: kind === 'line', size: 7, fill: color('--accent') },
        ...(kind === 'bars'
          ? { fill: color('--accent'), paths: Plot.paths.bars?.({ size: [0.6, 40], radius: 0.25 }) }
          : {}),
      },
    ],
  }
}

/** The year is in a second line, if it is not the current one. */
function dayText(date: Date): string {
  const day = formatDate(date, { day: 'numeric', month: 'short' })
  return isInOtherYear(date) ? `${day}\n${date.getFullYear()}` : day
}

/** Bars begin at 0. A line that is nearly level is not stretched to the whole height. */
function rangeOf(low: number, high: number, kind: Props['kind']): [number, number] {
  if (kind === 'bars') return [0, Math.max(1, high * 1.1)]
  const space = Math.max((high - low) * 0.15, high * 0.03, 1)
  return [Math.max(0, low - space), high + space]
}
