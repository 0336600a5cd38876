import { parser } from '@prometheus-io/lezer-promql'
import { errorStatuses } from '../../src/errors.js'
import { counters, gauges, histograms } from '../../src/platform/telemetry/metric-definitions.js'
import { prometheusMeter } from '../../src/platform/telemetry/prometheus.js'

/** The labels that Prometheus adds to every metric. */
const targetLabels = ['instance', 'job']
const histogramSuffixes = ['bucket', 'sum', 'count']

/** All exported metrics with their labels. */
const known = new Map<string, readonly string[]>([
  ['up', []],
  // The primary of several workers reports it.
  ['fitness_workers_crashed_total', []],
  ...prometheusMeter()
    .registry.getMetricsAsArray()
    .map(({ name }) => [name, []] as const),
  ...Object.entries({ ...counters, ...gauges }).map(([name, { labels }]) => [name, labels] as const),
  ...Object.entries(histograms).flatMap(([name, { labels }]) =>
    histogramSuffixes.map(part => [`${name}_${part}`, [...labels, 'le']] as const),
  ),
])

/** The values of labels with a fixed set of values. */
const values = new Map([
  ['code', Object.keys(errorStatuses)],
  ['outcome', ['ok', 'error', 'stored', 'rejected', 'sent', 'postponed', 'discarded']],
  ['result', ['hit', 'miss']],
])

interface PromqlExpression {
  /** The problems of the expression, one sentence each. */
  problems: string[]
  /** The metrics in the expression, without the suffixes of histograms. */
  metrics: string[]
}

/** Parses a PromQL expression, and checks that the service exports its metrics and labels. */
export function readPromql(expression: string): PromqlExpression {
  const problems: string[] = []
  const metrics = new Set<string>()
  const labels: string[] = []
  let label = ''
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      const text = expression.slice(from, to)
      if (type.isError) problems.push(`The PromQL syntax is invalid at character ${from}.`)
      if (name === 'Identifier') metrics.add(text)
      if (name === 'LabelName') labels.push((label = text))
      if (name === 'StringLiteral')
        problems.push(
          ...valuesOf(text)
            .filter(value => isUnknown(label, value))
            .map(value => `${label} is never ${value}.`),
        )
    },
  })
  const knownLabels = [...targetLabels, ...[...metrics].flatMap(metric => known.get(metric) ?? [])]
  problems.push(
    ...[...metrics].filter(metric => !known.has(metric)).map(metric => `There is no metric ${metric}.`),
  )
  problems.push(
    ...labels.filter(name => !knownLabels.includes(name)).map(name => `No metric has the label ${name}.`),
  )
  return { problems, metrics: [...metrics].map(metric => metric.replace(/_(bucket|sum|count)$/, '')) }
}

const valuesOf = (literal: string) => literal.slice(1, -1).split('|')
const isUnknown = (label: string, value: string) =>
  /^[\w ]+$/.test(value) && values.get(label)?.includes(value) === false
