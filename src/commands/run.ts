import { explainError } from '../lib/startup-errors.js'

/**
 * Runs a command, and prints its result or its error.
 * @param headline begins the error message, such as "Backup failed"
 */
export async function run(command: () => Promise<string>, headline: string): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`)
  } catch (error) {
    process.stderr.write(`${explainError(headline, error)}\n`)
    process.exitCode = 1
  }
}
