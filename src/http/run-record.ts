import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import fp from 'fastify-plugin'
import type { Meter } from '../platform/telemetry/meter.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Records that the service stops because of an error, even if it closes gracefully. */
    recordCrash?: () => void
  }
}

interface RunRecord {
  isRunning: boolean
  unexpectedExits: number
}

interface Options {
  /** The path of the record. Each instance that shares the folder has its own. */
  file: string
  meter: Meter
}

/**
 * Counts how often the service ended unexpectedly: killed, out of memory, or by an error. A file records that the service
 * is running. If the next start finds it unchanged, the service was not closed. The count is kept in the file, because a
 * counter in memory would be lost.
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
    const unexpectedExits = last.unexpectedExits + (last.isRunning ? 1 : 0)
    meter.add('fitness_unexpected_exits_total', {}, unexpectedExits)
    record = { isRunning: true, unexpectedExits }
    // The service starts even if the disk is full.
    await write(record).catch((err: unknown) => app.log.warn({ err }, 'writing the run record failed'))
  })
  app.addHook('onClose', async () => {
    if (record && !hasCrashed) await write({ ...record, isRunning: false }).catch(() => undefined)
  })
})

/** Returns the record of the previous run. A missing or damaged file counts as no run. */
async function readPreviousRun(file: string): Promise<RunRecord> {
  try {
    const { isRunning, unexpectedExits } = JSON.parse(await readFile(file, 'utf8')) as Partial<RunRecord>
    return {
      isRunning: isRunning === true,
      unexpectedExits: Number.isSafeInteger(unexpectedExits) ? Number(unexpectedExits) : 0,
    }
  } catch {
    return { isRunning: false, unexpectedExits: 0 }
  }
}
