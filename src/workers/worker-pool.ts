import type { FastifyBaseLogger } from 'fastify'
import { minutes, seconds } from '../lib/quantities.js'
import type { WorkerEvents, ProcessExit, WorkerProcess } from './worker-process.js'

interface PoolMember {
  process: WorkerProcess
  generation: number
  state: 'starting' | 'ready' | 'leaving'
  /** In milliseconds, as `performance.now()` tells it. */
  since: number
}

interface Dependencies {
  launch(course: WorkerEvents): WorkerProcess
  log: FastifyBaseLogger
}

/** Who dies before has not lived long: the next one waits. */
const minUptime = 1 * minutes
const [firstPause, longestPause] = [0.5 * seconds, 30 * seconds]

/** A first start that came to nothing. The worker has said why, unless it was killed. */
export class WorkerStartError extends Error {
  constructor({ code, signal }: ProcessExit) {
    super(`a worker could not start: it ended with ${signal ?? code}`)
    this.name = 'FailedStart'
  }
}

/** As many workers as are wanted: those that die are replaced, and all of them on demand, one after the other. */
export function createWorkerPool({ launch, log }: Dependencies) {
  const members = new Set<PoolMember>()
  let wanted = 0
  let generation = 0
  /** Deaths after short lives, one after the other. */
  let failures = 0
  let crashCount = 0
  let pause: NodeJS.Timeout | undefined
  let start: { resolve(): void; reject(error: Error): void } | undefined
  let whenEmpty: (() => void) | undefined

  const all = (state: PoolMember['state']) => [...members].filter(member => member.state === state)
  const serving = () => [...members].filter(({ state }) => state !== 'leaving')
  const current = () => serving().filter(member => member.generation === generation)

  /** The first alone, since a first start makes what others find; and no more than one too many in the place of others. */
  function mayBegin(): boolean {
    if (whenEmpty || pause || current().length >= wanted) return false
    if (all('ready').length > 0 && current().length === serving().length) return true
    return all('starting').length === 0 && all('leaving').length === 0
  }

  function tend(): void {
    while (mayBegin()) begin()
  }

  function begin(): void {
    const course: WorkerEvents = { onReady: () => ready(member), onExit: exit => ended(member, exit) }
    const member: PoolMember = {
      process: launch(course),
      generation,
      state: 'starting',
      since: performance.now(),
    }
    members.add(member)
    log.info({ worker: member.process.pid }, 'a worker starts')
  }

  function ready(member: PoolMember): void {
    if (member.state !== 'starting') return
    member.state = 'ready'
    log.info({ worker: member.process.pid }, 'a worker serves')
    const isOne = all('ready')
    for (const surplus of isOne.slice(0, Math.max(0, isOne.length - wanted))) dismiss(surplus)
    if (isOne.length >= wanted) begun()
    tend()
  }

  function begun(): void {
    start?.resolve()
    start = undefined
  }

  function dismiss(member: PoolMember): void {
    member.state = 'leaving'
    member.process.shutDown(true)
  }

  function ended(member: PoolMember, exit: ProcessExit): void {
    members.delete(member)
    const about = { worker: member.process.pid, ...exit }
    if (members.size === 0) whenEmpty?.()
    if (whenEmpty) return
    if (member.state === 'leaving') log.info(about, 'a worker has left')
    else if (start && member.state === 'starting') {
      start.reject(new WorkerStartError(exit))
      return
    } else if (member.state === 'starting' && serving().length > current().length) keepOld(about)
    else replaceLater(member, about)
    tend()
  }

  /** Whatever is wrong with the new ones, the old ones serve. */
  function keepOld(about: object): void {
    log.error(about, 'a new worker could not start: the old ones go on')
    for (const member of serving()) member.generation = generation
  }

  function replaceLater({ since }: PoolMember, about: object): void {
    crashCount++
    failures = performance.now() - since < minUptime ? failures + 1 : 1
    const time = failures === 1 ? 0 : Math.min(firstPause * 2 ** (failures - 2), longestPause)
    log.error({ ...about, replacedIn: time }, 'a worker has died')
    clearTimeout(pause)
    pause = setTimeout(resume, time)
  }

  function resume(): void {
    clearTimeout(pause)
    pause = undefined
    tend()
  }

  return {
    /** @throws where one of them cannot start: nobody has to try that again and again */
    start(count: number): Promise<void> {
      wanted = count
      return new Promise((resolve, reject) => {
        start = { resolve, reject }
        tend()
      })
    },

    /** Puts new workers in the place of all: each has to serve before an old one is asked to leave. */
    renew(count: number): void {
      wanted = count
      generation++
      failures = 0
      resume()
    },

    /** Resolves when everybody has left. */
    end(): Promise<void> {
      clearTimeout(pause)
      return new Promise(resolve => {
        whenEmpty = resolve
        if (members.size === 0) resolve()
        for (const { process } of members) process.shutDown(false)
      })
    },

    kill(): void {
      for (const { process } of members) process.kill()
    },

    /** How many serve. */
    size: () => all('ready').length,

    /** How many have ended that were not asked to. */
    deaths: () => crashCount,
  }
}

export type WorkerPool = ReturnType<typeof createWorkerPool>
