import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'

/** Whether there is somebody to be asked. */
export const isAttended = (): boolean => process.stdin.isTTY

/** Asks without showing what is typed; where nobody sits, the first line of standard input is the answer. */
export async function askSecret(question: string): Promise<string> {
  if (!isAttended()) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  try {
    return await asked('', nowhere)
  } finally {
    process.stderr.write('\n')
  }
}

/** Asks for a yes; where nobody sits, the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  return isAttended() && /^y(es)?$/i.test((await asked(`${question} [y/N] `, process.stderr)).trim())
}

async function asked(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
