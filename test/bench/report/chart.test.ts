import t from 'tap'
import { barChart, formatCount } from './chart.js'

const spread = (median: number) => ({ median, least: median * 0.9, greatest: median * 1.1 })
const chart = barChart('Requests & responses', 'A note', [
  {
    title: 'a < b',
    bars: [
      { label: 'service', value: spread(4000), isHighlighted: true },
      { label: 'other', value: spread(1000) },
    ],
  },
])

t.test('draws bars in proportion to their medians', async t => {
  const [service, other] = [...chart.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(match => Number(match[1]))
  t.ok(service! > 0)
  t.ok(Math.abs(service! / other! - 4) < 0.02)
  t.equal(chart.match(/class="bar highlighted"/g)?.length, 1)
  t.match(chart, /4,000 per second/)
})

t.test('escapes text and defines the colors of both color schemes', async t => {
  t.match(chart, /Requests &amp; responses/)
  t.match(chart, /a &lt; b/)
  t.match(chart, /prefers-color-scheme: dark/)
})

t.test('keeps every bar and its value inside the image', async t => {
  const width = Number(/viewBox="0 0 (\d+)/.exec(chart)?.[1])
  for (const [, x, content = ''] of chart.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*per second)/g))
    t.ok(Number(x) + content.length * 7.5 < width, content)
})

t.test('separates thousands', async t => {
  t.equal(formatCount(1234567.4), '1,234,567')
})
