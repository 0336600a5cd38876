import { ConfigError } from '../../errors.js'
import { withDeadline } from '../../lib/deadline.js'
import { seconds } from '../../lib/quantities.js'
import { explainError } from '../../lib/startup-errors.js'

type Status = 'ok' | 'warning' | 'failed'

/** One line of the report. */
export interface Finding {
  status: Status
  /** Begins with what was checked, such as `Redis: version 8.0.3`. */
  text: string
}

/** Checks one part of the configuration. It changes nothing that lasts. */
export interface Check {
  /** Names what is checked. */
  name: string
  /** Rejects if the check fails. */
  run(): Promise<Finding[]>
}

/** Longer than the timeouts of the clients of databases and servers. */
const checkTimeout = 30 * seconds

export const ok = (text: string): Finding => ({ status: 'ok', text })
export const warning = (text: string): Finding => ({ status: 'warning', text })
export const failed = (text: string): Finding => ({ status: 'failed', text })

export async function runCheck({ name, run }: Check): Promise<Finding[]> {
  try {
    return await withDeadline(run(), checkTimeout)
  } catch (error) {
    return toFindings(name, error)
  }
}

/** Describes an error as start does, without secrets: one line for each problem of a ConfigError. */
export function toFindings(name: string, error: unknown): Finding[] {
  if (!(error instanceof ConfigError)) return [failed(explainError(name, error))]
  return error.message.split('\n').map(line => failed(`${name}: ${line.replace(/^ {2}- /, '')}`))
}
