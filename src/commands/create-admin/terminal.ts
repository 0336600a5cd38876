import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'

/** Returns whether standard input is a terminal, so that the user can be prompted. */
export const isInteractive = (): boolean => process.stdin.isTTY

/** Prompts without echo. Without a terminal, returns the first line of standard input. */
export async function askSecret(question: string): Promise<string> {
  if (!isInteractive()) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  try {
    return await prompt('', discarded)
  } finally {
    process.stderr.write('\n')
  }
}

/** Asks for confirmation. Without a terminal, returns false. */
export async function confirm(question: string): Promise<boolean> {
  return isInteractive() && /^y(es)?$/i.test((await prompt(`${question} [y/N] `, process.stderr)).trim())
}

async function prompt(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
