import { UsageError } from '../errors.js'
import { explainError } from '../lib/startup-errors.js'

/**
 * Runs a command, and prints its result or its error.
 * @param headline begins the error message, such as "Backup failed"
 */
export function run(command: (args: string[]) => Promise<string>, headline: string): void {
  command(process.argv.slice(2)).then(
    result => process.stdout.write(`${result}\n`),
    (error: unknown) => {
      process.stderr.write(`${explainError(headline, error)}\n`)
      process.exitCode = 1
    },
  )
}

/** The only argument of a command. @throws UsageError */
export function onlyArgument([argument, ...others]: readonly string[], usage: string): string {
  if (argument === undefined || others.length > 0 || argument.startsWith('-')) throw new UsageError(usage)
  return argument
}
