import { ConfigError } from '../errors.js'

/** Runs a command, and says what it did or why it could not do it. */
export function run(command: (args: string[]) => Promise<string>, explain: (error: unknown) => string): void {
  command(process.argv.slice(2)).then(
    done => process.stdout.write(`${done}\n`),
    (error: unknown) => {
      process.stderr.write(`${explain(error)}\n`)
      process.exitCode = 1
    },
  )
}

/** The one argument of a command. @throws ConfigError that tells the usage */
export function onlyArgument([argument, ...others]: readonly string[], usage: string): string {
  if (argument === undefined || others.length > 0 || argument.startsWith('-')) throw new ConfigError([usage])
  return argument
}
