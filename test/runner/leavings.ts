/** What of a process the test files that share it must leave as they found it. */
export interface Surroundings {
  environment: Record<string, string | undefined>
  values: Map<string, unknown>
  listeners: Map<string, number>
  /** What keeps the process running, by kind: servers, connections, timers. */
  open: Map<string, number>
}

/** What tests are tempted to put something else in the place of. */
const replaceable: Record<string, [holder: object, ...names: string[]]> = {
  globalThis: [globalThis, 'Date', 'fetch', 'queueMicrotask'],
  timers: [globalThis, 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
  Date: [Date, 'now'],
  Math: [Math, 'random'],
  performance: [performance, 'now'],
  console: [console, 'log', 'info', 'warn', 'error'],
  process: [process, 'exit', 'kill', 'hrtime', 'memoryUsage', 'cpuUsage', 'emitWarning', 'exitCode', 'title'],
  stdout: [process.stdout, 'write'],
  stderr: [process.stderr, 'write'],
}

/** Set once, by libvips: where it is. */
const ofLibraries = new Set(['VIPSHOME'])

const watchedEvents = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection', 'warning', 'message']

export function surroundings(): Surroundings {
  const values = new Map<string, unknown>([['the working directory', process.cwd()]])
  for (const [where, [holder, ...names]] of Object.entries(replaceable))
    for (const name of names) values.set(`${where}.${name}`, Reflect.get(holder, name))
  const listeners = new Map(watchedEvents.map(event => [event, process.listenerCount(event)]))
  return { environment: { ...process.env }, values, listeners, open: openNow() }
}

function openNow(): Map<string, number> {
  const open = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1)
  return open
}

/** What is open beyond what was open before, such as `2 TCPServerWrap`. */
export function leftOpen({ open }: Surroundings): string[] {
  return [...openNow()]
    .map(([kind, count]) => ({ kind, more: count - (open.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} ${kind}`)
}

/** What has changed since, such as `the environment: HOME`. */
export function changes(before: Surroundings): string[] {
  const now = surroundings()
  const keys = Object.keys({ ...before.environment, ...now.environment })
  const changedKeys = keys
    .filter(key => !ofLibraries.has(key))
    .filter(key => before.environment[key] !== now.environment[key])
  return [
    ...changedKeys.map(key => `the environment: ${key}`),
    ...[...now.values].filter(([name, value]) => value !== before.values.get(name)).map(([name]) => name),
    // The file's root test had some of its own, which are gone.
    ...[...now.listeners]
      .filter(([event, count]) => count > (before.listeners.get(event) ?? 0))
      .map(([event]) => `the listeners of ${event}`),
  ]
}
