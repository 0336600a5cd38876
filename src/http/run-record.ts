import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import fp from 'fastify-plugin'
import type { Meter } from '../platform/telemetry/meter.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Notes that the service stops because of an error, although it closes gracefully. */
    recordCrash?: () => void
  }
}

interface RunRecord {
  isRunning: boolean
  unexpectedEnds: number
}

interface Options {
  /** The file that outlives the process; one for each instance that shares the folder. */
  file: string
  meter: Meter
}

/**
 * Counts how often the service ended unexpectedly: killed, out of memory or by an error. A file says that it runs; what
 * finds it at the next start did not close. A counter in memory would not survive what it counts.
 */
export const runRecord = fp<Options>(async (app, { file, meter }) => {
  let hasCrashed = false
  let record: RunRecord | undefined
  const write = async (content: RunRecord) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, JSON.stringify(content))
  }
  app.decorate('recordCrash', () => {
    hasCrashed = true
  })
  app.addHook('onListen', async () => {
    const last = await readPreviousRun(file)
    const unexpectedEnds = last.unexpectedEnds + (last.isRunning ? 1 : 0)
    meter.add('fitness_unexpected_ends_total', {}, unexpectedEnds)
    record = { isRunning: true, unexpectedEnds }
    // A full disk is no reason not to serve.
    await write(record).catch((err: unknown) => app.log.warn({ err }, 'the run record could not be written'))
  })
  app.addHook('onClose', async () => {
    if (record && !hasCrashed) await write({ ...record, isRunning: false }).catch(() => undefined)
  })
})

/** The record of the run before this one; a file that is missing or damaged counts as none. */
async function readPreviousRun(file: string): Promise<RunRecord> {
  try {
    const { isRunning, unexpectedEnds } = JSON.parse(await readFile(file, 'utf8')) as Partial<RunRecord>
    return {
      isRunning: isRunning === true,
      unexpectedEnds: Number.isSafeInteger(unexpectedEnds) ? Number(unexpectedEnds) : 0,
    }
  } catch {
    return { isRunning: false, unexpectedEnds: 0 }
  }
}
