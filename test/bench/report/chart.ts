import type { Spread } from '../statistics.js'

interface Bar {
  label: string
  value: Spread
  isHighlighted?: boolean
}

export interface BarGroup {
  title: string
  bars: Bar[]
}

const width = 760
const margin = 16
const labelWidth = 100
const valueWidth = 150
const barHeight = 16
const barDistance = 22
const groupDistance = 44
const headerHeight = 52

/**
 * Draws horizontal bars as an SVG image for light and dark backgrounds. The longest bar of each group has the full width,
 * and a line over each bar shows its least and greatest value.
 */
export function barChart(title: string, subtitle: string, groups: readonly BarGroup[]): string {
  const parts: string[] = []
  let y = headerHeight
  for (const group of groups) {
    y += groupDistance - barDistance
    parts.push(text(margin, y, group.title, 'group'))
    y += 10
    const greatest = Math.max(...group.bars.map(({ value }) => value.greatest))
    for (const bar of group.bars) {
      parts.push(...drawBar(bar, y, (width - 2 * margin - labelWidth - valueWidth) / greatest))
      y += barDistance
    }
  }
  const height = y + margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title subtitle">`,
    `  <title id="title">${escape(title)}</title>`,
    `  <desc id="subtitle">${escape(subtitle)}</desc>`,
    '  <style>',
    ...styles.map(line => `    ${line}`),
    '  </style>',
    ...[text(margin, 24, title, 'title'), text(margin, 44, subtitle, 'note'), ...parts].map(
      line => `  ${line}`,
    ),
    '</svg>',
    '',
  ].join('\n')
}

const styles = [
  'text { font: 13px system-ui, sans-serif; fill: #1f2328 }',
  '.title { font-size: 17px; font-weight: 600 }',
  '.group { font-weight: 600 }',
  '.note { fill: #656d76 }',
  '.label { text-anchor: end }',
  '.bar { fill: #8c959f }',
  '.highlighted { fill: #1f77d0 }',
  '.spread { stroke: #1f2328; stroke-width: 1.5 }',
  '@media (prefers-color-scheme: dark) {',
  '  text { fill: #e6edf3 }',
  '  .note { fill: #9198a1 }',
  '  .bar { fill: #656d76 }',
  '  .highlighted { fill: #4493f8 }',
  '  .spread { stroke: #e6edf3 }',
  '}',
]

function drawBar({ label, value, isHighlighted = false }: Bar, y: number, scale: number): string[] {
  const left = margin + labelWidth + 8
  const at = (amount: number) => (left + amount * scale).toFixed(1)
  const middle = y + barHeight / 2
  const baseline = y + 12
  return [
    text(margin + labelWidth, baseline, label, 'label'),
    `<rect class="bar${isHighlighted ? ' highlighted' : ''}" x="${left}" y="${y}" width="${(value.median * scale).toFixed(1)}" height="${barHeight}" rx="2"/>`,
    `<line class="spread" x1="${at(value.least)}" y1="${middle}" x2="${at(value.greatest)}" y2="${middle}"/>`,
    text(Number(at(value.greatest)) + 8, baseline, `${formatCount(value.median)} per second`),
  ]
}

export const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US')

function text(x: number, y: number, content: string, className?: string): string {
  const classAttribute = className === undefined ? '' : ` class="${className}"`
  return `<text${classAttribute} x="${x}" y="${y}">${escape(content)}</text>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (content: string) => content.replace(/[&<>"]/g, character => entities[character]!)
