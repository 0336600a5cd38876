import { parser } from '@prometheus-io/lezer-promql'
import { errorStatuses } from '../../src/errors.js'
import { counters, gauges, histograms } from '../../src/platform/telemetry/catalogue.js'
import { prometheusMeter } from '../../src/platform/telemetry/prometheus.js'

/** What Prometheus adds to whatever it scrapes. */
const ofTheTarget = ['instance', 'job']
const parts = ['bucket', 'sum', 'count']

/** Every name that is scraped, with its labels. */
const known = new Map<string, readonly string[]>([
  ['up', []],
  // The primary of several workers reports it.
  ['fitness_workers_died_total', []],
  ...prometheusMeter()
    .registry.getMetricsAsArray()
    .map(({ name }) => [name, []] as const),
  ...Object.entries({ ...counters, ...gauges }).map(([name, { labels }]) => [name, labels] as const),
  ...Object.entries(histograms).flatMap(([name, { labels }]) =>
    parts.map(part => [`${name}_${part}`, [...labels, 'le']] as const),
  ),
])

/** Labels whose values are few and known. */
const values = new Map([
  ['code', Object.keys(errorStatuses)],
  ['outcome', ['ok', 'error', 'stored', 'refused', 'sent', 'postponed', 'given up']],
  ['result', ['hit', 'miss']],
])

export interface Read {
  /** What is wrong with it, a sentence each. */
  problems: string[]
  /** The metrics that it asks for, as the catalogue names them. */
  metrics: string[]
}

/** Reads an expression of PromQL as Prometheus would, and looks whether all that it names is scraped from us. */
export function readPromql(expression: string): Read {
  const problems: string[] = []
  const metrics = new Set<string>()
  const labels: string[] = []
  let label = ''
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      const text = expression.slice(from, to)
      if (type.isError) problems.push(`It is no PromQL from character ${from} on.`)
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
  const having = [...ofTheTarget, ...[...metrics].flatMap(metric => known.get(metric) ?? [])]
  problems.push(
    ...[...metrics].filter(metric => !known.has(metric)).map(metric => `There is no metric ${metric}.`),
  )
  problems.push(
    ...labels.filter(name => !having.includes(name)).map(name => `None of them has a label ${name}.`),
  )
  return { problems, metrics: [...metrics].map(metric => metric.replace(/_(bucket|sum|count)$/, '')) }
}

const valuesOf = (literal: string) => literal.slice(1, -1).split('|')
const isUnknown = (label: string, value: string) =>
  /^[\w ]+$/.test(value) && values.get(label)?.includes(value) === false
