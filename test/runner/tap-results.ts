import { Parser, type Result } from 'tap-parser'

export interface Results {
  passed: number
  failed: FailedTest[]
  skipped: { name: string; reason: string }[]
}

export interface FailedTest {
  name: string
  faults: Fault[]
}

export interface Fault {
  what: string
  /** The diagnostics of tap: the location, the difference and the stack. */
  diagnostics?: Diagnostics | null
}

export interface Diagnostics {
  at?: { fileName?: string; lineNumber?: number; columnNumber?: number }
  diff?: string
  stack?: string
}

/** The name of failures outside of named tests. */
export const wholeFile = 'the file'

/** The skip reason of tap for a file without tests. */
const untested = 'no tests found'

/** Parses the output of a test file. Counts the innermost named tests, not their assertions. */
export function resultsOf(output: string): Results {
  const results: Results = { passed: 0, failed: [], skipped: [] }
  const parser = new Parser()
  collect(parser, [], results)
  parser.end(output)
  return results
}

function collect(parser: Parser, names: string[], results: Results): void {
  const faults: Fault[] = []
  let tests = 0
  let assertions = 0
  parser.on('child', child => {
    tests += 1
    collect(child, [...names, child.name], results)
  })
  parser.on('assert', (result: Result) => {
    const reason = result.skip || result.todo
    if (reason)
      results.skipped.push({
        name: nameOf([...names, result.name]),
        reason: reason === true ? 'no reason given' : reason,
      })
    // The closing line of a subtest repeats its result.
    if (reason || result.closingTestPoint) return
    assertions += 1
    if (!result.ok) faults.push({ what: result.name, diagnostics: result.diag as Diagnostics | null })
  })
  parser.on('complete', ({ plan, failures }) => {
    for (const { tapError } of failures) if (tapError !== null) faults.push({ what: tapError })
    const isFile = names.length === 0
    const isTest = tests === 0 && (assertions > 0 || !isFile)
    if (faults.length > 0) results.failed.push({ name: nameOf(names), faults })
    else if (isTest && !plan.skipReason) results.passed += 1
    // A skipped subtest is reported by its closing line. A file without output gets a synthetic plan.
    else if (isFile && plan.skipReason && plan.skipReason !== untested && !parser.syntheticPlan)
      results.skipped.push({ name: wholeFile, reason: plan.skipReason })
  })
}

const nameOf = (names: string[]) => names.join(' › ') || wholeFile
