import t from 'tap'
import { read, yaml } from './files.js'
import { readPromql } from './promql.js'

interface Rules {
  groups: { name: string; rules: Rule[] }[]
}
interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}

const [file] = yaml<Rules>('docs/deploy/compose/alerts.yaml')
const rules = file!.groups.flatMap(group => group.rules)

t.test('uses existing metrics and labels in every alert', async t => {
  t.ok(rules.length > 10)
  for (const { alert, expr } of rules) t.strictSame(readPromql(expr).problems, [], alert)
})

t.test('detects expressions with unknown metrics, labels and values', async t => {
  for (const [expression, problem] of [
    ['sum(rate(fitness_errors_total[5m])', /PromQL syntax is invalid/],
    ['rate(fitness_error_total[5m]) > 0', /no metric fitness_error_total/],
    ['sum by (route) (fitness_errors_total)', /no metric has the label route/i],
    ['fitness_errors_total{code=~"NOT_FOUND|GONE_AWAY"}', /code is never GONE_AWAY/],
    ['fitness_http_request_duration_seconds > 1', null],
  ] as const) {
    const { problems } = readPromql(expression)
    if (problem) t.match(problems, [problem], expression)
    else t.strictSame(problems, [], expression)
  }
})

t.test('has a runbook section for each alert, in the same order', async t => {
  const sections = [...read('docs/runbook.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  t.strictSame(
    sections,
    rules.map(({ alert }) => alert),
  )
  for (const { alert, labels, annotations } of rules) {
    t.match(labels.severity, /^(page|ticket)$/, alert)
    t.equal(annotations.runbook_url, `docs/runbook.md#${alert.toLowerCase()}`)
    t.match(annotations.summary, /\.$/, alert)
  }
})

t.test('describes meaning, checks and action in each runbook section', async t => {
  const sections = read('docs/runbook.md').split(/^### /m).slice(1)
  for (const section of sections)
    t.match(
      section,
      /\n\n\*\*Meaning:\*\*[^]*\n\n\*\*Check:\*\*[^]*\n\n\*\*Action:\*\*/,
      section.split('\n')[0] ?? '',
    )
})
