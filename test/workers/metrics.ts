import parsePrometheus from 'parse-prometheus-text-format'

interface Family {
  name: string
  metrics: { labels?: Record<string, string>; value?: string }[]
}

/** Reads the metrics at a port. @returns a function that returns the sum over all series of a name with these labels */
export async function counted(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (!response.ok) throw new Error(`answered ${response.status}`)
  // Without the comments on types, the parser reads each part of a histogram as a separate metric.
  const families = parsePrometheus((await response.text()).replace(/^#.*\n/gm, '')) as Family[]
  return (name: string, expected: Record<string, string> = {}) =>
    families
      .filter(family => family.name === name)
      .flatMap(({ metrics }) => metrics)
      .filter(({ labels = {} }) =>
        Object.entries(expected).every(([label, value]) => labels[label] === value),
      )
      .reduce((sum, { value }) => sum + Number(value), 0)
}
