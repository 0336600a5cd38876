import t from 'tap'
import { counters, gauges, histograms } from '../../src/platform/telemetry/catalogue.js'
import { read, yaml } from './files.js'

interface Dashboard {
  panels: { title: string; datasource: { uid: string }; targets: { expr: string }[] }[]
  templating: { list: { name: string; query: { query: string } }[] }
}

const dashboard = JSON.parse(read('docs/deploy/dashboard.json')) as Dashboard
const expressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ title, expr })),
)

/** Every name that is scraped, with its labels. */
const known = new Map<string, readonly string[]>([
  ...Object.entries({ ...counters, ...gauges }).map(([name, { labels }]) => [name, labels] as const),
  ...Object.entries(histograms).flatMap(([name, { labels }]) =>
    ['bucket', 'sum', 'count'].map(part => [`${name}_${part}`, labels] as const),
  ),
])

t.test('the dashboard asks for metrics that the service has, by labels that they have', async t => {
  const asked = new Set<string>()
  for (const { title, expr } of expressions) {
    const names = [...expr.matchAll(/\bfitness_\w+/g)].map(([name]) => name)
    for (const name of names) t.ok(known.has(name), `${title}: ${name}`)
    const labels = ['instance', 'le', ...names.flatMap(name => known.get(name) ?? [])]
    const wanted = [...expr.matchAll(/\bby \(([^)]*)\)|[{,](\w+)=/g)].flatMap(
      ([, by, label]) => by?.split(', ') ?? label ?? [],
    )
    for (const label of wanted) t.ok(labels.includes(label), `${title}: ${label}`)
    names.forEach(name => asked.add(name.replace(/_(bucket|sum|count)$/, '')))
  }
  // What is not shown is told without a picture.
  t.ok(asked.size >= 15)
})

t.test('brackets are closed, and the source is the one that is set up', async t => {
  const [sources] = yaml<{ datasources: { uid: string }[] }>('docs/deploy/compose/grafana/datasources.yaml')
  const uids = sources!.datasources.map(({ uid }) => uid)
  for (const { title, datasource } of dashboard.panels) t.ok(uids.includes(datasource.uid), title)
  for (const { title, expr } of expressions)
    for (const [open = '', close = ''] of ['()', '{}', '[]'])
      t.equal(expr.split(open).length, expr.split(close).length, `${title}: ${open}`)
  for (const { name, query } of dashboard.templating.list) {
    t.equal(name, 'instance')
    t.ok(known.has(/label_values\((\w+), instance\)/.exec(query.query)?.[1] ?? ''))
  }
})
