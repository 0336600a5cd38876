import { openConnection, requestOf } from '../rivals/load.js'
import { start } from '../service.js'
import { accessTokens } from './access-tokens.js'
import { fillFolder, personOf, type FilledFolder, type Person, type Sizes } from './fill.js'

/** The requests of an app for its five screens. */
const screenVariables = (programId: string) => ({
  HomeScreen: {},
  LibraryScreen: { sort: 'TIMES_PERFORMED' },
  ProgramScreen: { id: programId },
  RunningWorkoutScreen: {},
  HistoryScreen: {},
})

export type Screen = keyof ReturnType<typeof screenVariables>
export const screens = Object.keys(screenVariables('')) as Screen[]

/** A data folder whose service is measured. */
export interface Contestant {
  folder: string
  filled: FilledFolder
  person(number: number): Person
}

export async function prepareContestant(folder: string, sizes: Sizes): Promise<Contestant> {
  const filled = await fillFolder(folder, sizes)
  return { folder, filled, person: number => personOf(filled, number) }
}

export const startContestant = ({ folder }: Contestant) => start({}, { folder })

interface Response {
  data?: Record<string, { conflict?: string | null } | null>
  errors?: unknown
}

export type RunningContestant = Awaited<ReturnType<typeof runContestant>>

/** Starts the service of a folder and connects to it. */
export async function runContestant(contestant: Contestant) {
  const service = await startContestant(contestant)
  const port = Number(new URL(service.url).port)
  const connection = await openConnection(port)
  const tokenOf = await accessTokens(contestant.folder)
  const variables = screenVariables(contestant.filled.programId)

  /**
   * Sends a request of a person. @returns the latency in milliseconds
   * @throws Error if a field failed or a write was in conflict
   */
  async function timed(person: Person, body: object): Promise<number> {
    const request = requestOf('POST', '/graphql', tokenOf(person), JSON.stringify(body))
    const began = performance.now()
    const response = await connection.ask(request)
    const time = performance.now() - began
    const { data, errors } = JSON.parse(response.toString()) as Response
    const payloads = Object.values(data ?? {})
    if (errors || payloads.some(payload => (payload?.conflict ?? null) !== null))
      throw new Error(response.toString())
    return time
  }

  return {
    ...contestant,
    pid: service.pid,
    timed,
    readScreen: (person: Person, screen: Screen) =>
      timed(person, { documentId: `example/1.0.0/${screen}`, variables: variables[screen] }),
    async stop(): Promise<void> {
      connection.end()
      await service.stop()
    },
  }
}
