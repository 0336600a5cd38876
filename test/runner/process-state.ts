/** The state of a process that the test files sharing it must restore. */
export interface ProcessState {
  environment: Record<string, string | undefined>
  values: Map<string, unknown>
  listeners: Map<string, number>
  /** The number of resources that keep the process running by type, such as servers, connections and timers. */
  open: Map<string, number>
}

/** The globals that tests may replace temporarily. */
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

/** Variables that libraries set once; this one is set by libvips. */
const libraryVariables = new Set(['VIPSHOME'])

const watchedEvents = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection', 'warning', 'message']

export function captureState(): ProcessState {
  const values = new Map<string, unknown>([['the working directory', process.cwd()]])
  for (const [where, [holder, ...names]] of Object.entries(replaceable))
    for (const name of names) values.set(`${where}.${name}`, Reflect.get(holder, name))
  const listeners = new Map(watchedEvents.map(event => [event, process.listenerCount(event)]))
  return { environment: { ...process.env }, values, listeners, open: countOpenResources() }
}

function countOpenResources(): Map<string, number> {
  const open = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1)
  return open
}

/** Lists the resources opened since the given state, such as `2 TCPServerWrap`. */
export function openedResources({ open }: ProcessState): string[] {
  return [...countOpenResources()]
    .map(([kind, count]) => ({ kind, more: count - (open.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} ${kind}`)
}

/** Lists the changes since the given state, such as `the environment: HOME`. */
export function stateChanges(before: ProcessState): string[] {
  const now = captureState()
  const keys = Object.keys({ ...before.environment, ...now.environment })
  const changedKeys = keys
    .filter(key => !libraryVariables.has(key))
    .filter(key => before.environment[key] !== now.environment[key])
  return [
    ...changedKeys.map(key => `the environment: ${key}`),
    ...[...now.values].filter(([name, value]) => value !== before.values.get(name)).map(([name]) => name),
    // Fewer listeners are no change, because the root test of the file removes its own.
    ...[...now.listeners]
      .filter(([event, count]) => count > (before.listeners.get(event) ?? 0))
      .map(([event]) => `the listeners of ${event}`),
  ]
}
