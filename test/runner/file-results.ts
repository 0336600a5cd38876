import type { Printed } from './processes.js'
import { resultsOf, wholeFile, type Results } from './tap-results.js'

/** Combines the test results of a file with the faults outside of its tests. */
export function fileResults({ tap, faults, exitCode }: Printed): Results {
  const results = resultsOf(tap)
  const { passed, failed, skipped } = results
  const blame = (what: string) => {
    const own = failed.find(({ name }) => name === wholeFile)
    if (own) own.faults.push({ what })
    else failed.push({ name: wholeFile, faults: [{ what }] })
  }
  faults.forEach(blame)
  if (exitCode !== 0 && exitCode !== null && failed.length === 0) blame(`ended with exit code ${exitCode}`)
  if (passed + failed.length + skipped.length === 0) blame('tests nothing')
  return results
}
