import type { FastifyBaseLogger } from 'fastify'
import { minutes, seconds } from '../lib/quantities.js'
import type { WorkerEvents, ProcessExit, WorkerProcess } from './worker-process.js'

interface PoolMember {
  process: WorkerProcess
  generation: number
  state: 'starting' | 'ready' | 'stopping'
  /** The start time, as returned by `performance.now()`. */
  startedAt: number
}

interface Dependencies {
  launch(handlers: WorkerEvents): WorkerProcess
  log: FastifyBaseLogger
}

/** If a worker crashes earlier, its replacement is delayed. */
const minUptime = 1 * minutes
/** The delay of a replacement doubles with each early crash. */
const minDelay = 0.5 * seconds
const maxDelay = 30 * seconds

/** A worker failed during the first start. It has logged the reason unless it was killed. */
export class WorkerStartError extends Error {
  constructor({ code, signal }: ProcessExit) {
    super(`a worker could not start: it exited with ${signal ?? code}`)
    this.name = 'WorkerStartError'
  }
}

/** Keeps a number of workers running, and replaces those that crash. `replaceAll` replaces all workers, one at a time. */
export function createWorkerPool({ launch, log }: Dependencies) {
  const members = new Set<PoolMember>()
  let targetCount = 0
  let generation = 0
  /** The number of consecutive early crashes. */
  let earlyCrashes = 0
  let crashCount = 0
  let restartTimer: NodeJS.Timeout | undefined
  /** Settles the promise of `start`; undefined after the first start. */
  let pendingStart: { resolve(): void; reject(error: Error): void } | undefined
  /** Resolves the promise of `end`; undefined before the shutdown. */
  let resolveEnd: (() => void) | undefined

  const inState = (state: PoolMember['state']) => [...members].filter(member => member.state === state)
  const serving = () => [...members].filter(({ state }) => state !== 'stopping')
  const current = () => serving().filter(member => member.generation === generation)

  /**
   * Returns whether another worker may start. The very first worker starts alone, because it initializes shared state. During
   * a replacement, at most one additional worker runs.
   */
  function canStartWorker(): boolean {
    if (resolveEnd || restartTimer || current().length >= targetCount) return false
    if (inState('ready').length > 0 && current().length === serving().length) return true
    return inState('starting').length === 0 && inState('stopping').length === 0
  }

  function startMissing(): void {
    while (canStartWorker()) startWorker()
  }

  function startWorker(): void {
    const handlers: WorkerEvents = {
      onReady: () => handleReady(member),
      onExit: exit => handleExit(member, exit),
    }
    const member: PoolMember = {
      process: launch(handlers),
      generation,
      state: 'starting',
      startedAt: performance.now(),
    }
    members.add(member)
    log.info({ worker: member.process.pid }, 'worker starting')
  }

  function handleReady(member: PoolMember): void {
    if (member.state !== 'starting') return
    member.state = 'ready'
    log.info({ worker: member.process.pid }, 'worker ready')
    const readyMembers = inState('ready')
    for (const excess of readyMembers.slice(0, Math.max(0, readyMembers.length - targetCount)))
      shutDown(excess)
    if (readyMembers.length >= targetCount) resolveStart()
    startMissing()
  }

  function resolveStart(): void {
    pendingStart?.resolve()
    pendingStart = undefined
  }

  function shutDown(member: PoolMember): void {
    member.state = 'stopping'
    member.process.shutDown(true)
  }

  function handleExit(member: PoolMember, exit: ProcessExit): void {
    members.delete(member)
    const fields = { worker: member.process.pid, ...exit }
    if (members.size === 0) resolveEnd?.()
    if (resolveEnd) return
    if (member.state === 'stopping') log.info(fields, 'worker stopped')
    else if (pendingStart && member.state === 'starting') {
      pendingStart.reject(new WorkerStartError(exit))
      return
    } else if (member.state === 'starting' && serving().length > current().length) keepOldGeneration(fields)
    else replaceLater(member, fields)
    startMissing()
  }

  /** If new workers fail to start, the old ones continue to serve. */
  function keepOldGeneration(fields: object): void {
    log.error(fields, 'new worker failed to start: the old workers continue')
    for (const member of serving()) member.generation = generation
  }

  function replaceLater({ startedAt }: PoolMember, fields: object): void {
    crashCount++
    earlyCrashes = performance.now() - startedAt < minUptime ? earlyCrashes + 1 : 1
    const delay = earlyCrashes === 1 ? 0 : Math.min(minDelay * 2 ** (earlyCrashes - 2), maxDelay)
    log.error({ ...fields, replacedIn: delay }, 'worker crashed')
    clearTimeout(restartTimer)
    restartTimer = setTimeout(resume, delay)
  }

  function resume(): void {
    clearTimeout(restartTimer)
    restartTimer = undefined
    startMissing()
  }

  return {
    /** Starts the workers. @throws WorkerStartError if one of them cannot start, without a retry */
    start(count: number): Promise<void> {
      targetCount = count
      return new Promise((resolve, reject) => {
        pendingStart = { resolve, reject }
        startMissing()
      })
    },

    /** Replaces all workers: each new worker must be ready before an old one is shut down. */
    replaceAll(count: number): void {
      targetCount = count
      generation++
      earlyCrashes = 0
      resume()
    },

    /** Shuts down all workers. Resolves when they have exited. */
    end(): Promise<void> {
      clearTimeout(restartTimer)
      return new Promise(resolve => {
        resolveEnd = resolve
        if (members.size === 0) resolve()
        for (const { process } of members) process.shutDown(false)
      })
    },

    kill(): void {
      for (const { process } of members) process.kill()
    },

    /** Returns the number of ready workers. */
    size: () => inState('ready').length,

    /** Returns the number of workers that exited unexpectedly. */
    crashCount: () => crashCount,
  }
}

export type WorkerPool = ReturnType<typeof createWorkerPool>
