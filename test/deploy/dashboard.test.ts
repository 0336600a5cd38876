import t from 'tap'
import { read, yaml } from './files.js'
import { readPromql } from './promql.js'

interface Dashboard {
  panels: { title: string; datasource: { uid: string }; targets: { expr: string }[] }[]
  templating: { list: { name: string; query: { query: string } }[] }
}

const dashboard = JSON.parse(read('docs/deploy/dashboard.json')) as Dashboard
const expressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ title, expr })),
)

/** Grafana puts in what is chosen, and a time that fits the picture. */
const chosen = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')

t.test('the dashboard asks for metrics that the service has, by labels that they have', async t => {
  const asked = new Set<string>()
  for (const { title, expr } of expressions) {
    const { problems, metrics } = readPromql(chosen(expr))
    t.strictSame(problems, [], title)
    metrics.forEach(name => asked.add(name))
  }
  // What is not shown is told without a picture.
  t.ok(asked.size >= 15)
})

t.test('the source of the dashboard is the one that is set up, and instances can be chosen', async t => {
  const [sources] = yaml<{ datasources: { uid: string }[] }>('docs/deploy/compose/grafana/datasources.yaml')
  const uids = sources!.datasources.map(({ uid }) => uid)
  for (const { title, datasource } of dashboard.panels) t.ok(uids.includes(datasource.uid), title)
  for (const { name, query } of dashboard.templating.list) {
    t.equal(name, 'instance')
    t.strictSame(readPromql(/label_values\((\w+), instance\)/.exec(query.query)?.[1] ?? '?').problems, [])
  }
})
