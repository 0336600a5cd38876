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

/** Replaces the variables of Grafana. */
const replaceVariables = (expr: string) =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')

t.test('uses existing metrics and labels on the dashboard', async t => {
  const used = new Set<string>()
  for (const { title, expr } of expressions) {
    const { problems, metrics } = readPromql(replaceVariables(expr))
    t.strictSame(problems, [], title)
    metrics.forEach(name => used.add(name))
  }
  t.ok(used.size >= 15)
})

t.test('uses the configured data source, and selects instances by a variable', async t => {
  const [sources] = yaml<{ datasources: { uid: string }[] }>('docs/deploy/compose/grafana/datasources.yaml')
  const uids = sources!.datasources.map(({ uid }) => uid)
  for (const { title, datasource } of dashboard.panels) t.ok(uids.includes(datasource.uid), title)
  for (const { name, query } of dashboard.templating.list) {
    t.equal(name, 'instance')
    t.strictSame(readPromql(/label_values\((\w+), instance\)/.exec(query.query)?.[1] ?? '?').problems, [])
  }
})
