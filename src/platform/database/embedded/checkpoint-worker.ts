// Runs checkpoints of the data file in a thread, because copying and flushing pages blocks.
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointMode, CheckpointResult } from './checkpoint.js'
import { openConnection } from './connection.js'

/** Short, because writers wait while the log is emptied. A backup can read the log for minutes. */
const timeout = 200

const connection = openConnection(workerData as string, { timeout })
connection.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512')

const checkpoints = {
  PASSIVE: connection.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
  TRUNCATE: connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
}

function checkpoint(mode: CheckpointMode): CheckpointResult {
  try {
    const { busy } = checkpoints[mode].get() as { busy: number }
    // A log that is still being read is not emptied.
    return mode === 'TRUNCATE' && busy ? { error: new Error('the log of the data file is in use') } : {}
  } catch (error) {
    return { error: error as Error }
  }
}

parentPort?.on('message', (mode: CheckpointMode) => parentPort?.postMessage(checkpoint(mode)))
