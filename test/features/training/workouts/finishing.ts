import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { queryGraphQL, logIn, type Settings } from '../../../helper.js'

/** The state after a kill. All counts must be equal, and at least the number of acknowledged workouts. */
interface Remains {
  acknowledged: number
  /** The number of completed workouts, by the data that it is read from. */
  counts: Record<string, number>
}

/** Kills a process at a random time while it finishes workouts. @returns the state that the next start finds */
export async function killWhileFinishing(settings: Settings): Promise<Remains> {
  const script = fileURLToPath(new URL('./finisher.js', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const fatal = 1 + Math.floor(Math.random() * 6)
  let user: string[] = []
  let acknowledged = 0
  for await (const line of createInterface(child.stdout)) {
    const [what, ...words] = line.split('\t')
    if (what === 'person') user = words
    if (what === 'finished') acknowledged = Number(words[0])
    if (what === 'finishing' && Number(words[0]) === fatal)
      void pause(Math.random() * 25).then(() => child.kill('SIGKILL'))
  }
  await exited
  const [email = '', password = '', exerciseId = ''] = user
  return { acknowledged, counts: await countsOf(settings, email, password, exerciseId) }
}

interface Found {
  me: { workoutsCompleted: number }
  workouts: { edges: { node: { totals: { volume: number } } }[] }
  records: { edges: object[] }
  exercise: { timesPerformed: number; personalRecords: { type: string; value: number }[] }
  exerciseHistory: { edges: object[] }
  activeEnrollment: { completedDays: number }
  changes: { changes: { record: { workoutStatus?: string } | null }[] }
}

const query = `query($exerciseId: ID!) {
  me { workoutsCompleted }
  workouts(filter: { status: COMPLETED }) { edges { node { totals { volume } } } }
  records(exerciseId: $exerciseId, type: WEIGHT) { edges { node { id } } }
  exercise(id: $exerciseId) { timesPerformed personalRecords { type value } }
  exerciseHistory(exerciseId: $exerciseId) { edges { cursor } }
  activeEnrollment { completedDays }
  changes { changes { record { ... on Workout { workoutStatus } } } }
}`

async function countsOf(settings: Settings, email: string, password: string, exerciseId: string) {
  const app = await buildApp(loadConfig(settings))
  await app.ready()
  try {
    const { accessToken } = await logIn(app, email, password)
    const user = { headers: { authorization: `Bearer ${accessToken}` } }
    const { data, errors } = await queryGraphQL<Found>(app, query, { exerciseId }, user)
    if (!data || errors) throw new Error(JSON.stringify(errors))
    const heaviest = data.exercise.personalRecords.find(({ type }) => type === 'WEIGHT')?.value ?? 10
    return {
      'in the profile': data.me.workoutsCompleted,
      'in the history': data.workouts.edges.filter(({ node }) => node.totals.volume > 0).length,
      'as records': data.records.edges.length,
      'by the record that stands': (heaviest - 10) / 2.5,
      'of the exercise': data.exercise.timesPerformed,
      'in its history': data.exerciseHistory.edges.length,
      'by the program': data.activeEnrollment.completedDays,
      'in the feed': data.changes.changes.filter(({ record }) => record?.workoutStatus === 'COMPLETED')
        .length,
    }
  } finally {
    await app.close()
  }
}
