import { UsageError } from '../errors.js'
import { explainError } from '../lib/startup-errors.js'

/**
 * Runs a command and prints what it did, or why it failed.
 * @param headline begins the error message, such as "Backup failed"
 */
export function run(command: (args: string[]) => Promise<string>, headline: string): void {
  command(process.argv.slice(2)).then(
    done => process.stdout.write(`${done}\n`),
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
