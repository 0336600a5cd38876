import { print } from 'graphql'
import {
  HistoryScreenDocument,
  HomeScreenDocument,
  LibraryScreenDocument,
  ProgramScreenDocument,
  RunningWorkoutScreenDocument,
} from '../../../generated/operations/example.js'
import { queryGraphQL, type TestUser } from '../../helper.js'
import { newId, type TrainingBench } from './bench.js'
import { median } from '../statistics.js'
import type { TargetLine } from '../target-table.js'

const rounds = 60

/** Medians of each screen for a user with ten years of training, and for one with a full page. */
export async function measureScreens(
  bench: TrainingBench,
  { veteran, beginner }: { veteran: TestUser; beginner: TestUser },
): Promise<TargetLine[]> {
  const { app, commands } = bench
  const programs = await queryGraphQL<{ programs: { edges: { node: { id: string } }[] } }>(
    app,
    '{ programs(first: 1) { edges { node { id } } } }',
    {},
    veteran,
  )
  const programId = programs.data?.programs.edges[0]?.node.id
  const screens = [
    { name: 'home', document: HomeScreenDocument, variables: {} },
    { name: 'library', document: LibraryScreenDocument, variables: { sort: 'TIMES_PERFORMED' } },
    { name: 'program', document: ProgramScreenDocument, variables: { id: programId } },
    { name: 'running workout', document: RunningWorkoutScreenDocument, variables: {} },
    { name: 'history', document: HistoryScreenDocument, variables: {} },
  ]
  const lines: TargetLine[] = []
  for (const user of [veteran, beginner]) await startAsBefore(bench, user)
  for (const { name, document, variables } of screens) {
    const query = print(document)
    const times = new Map<TestUser, number[]>([
      [veteran, []],
      [beginner, []],
    ])
    let count = 0
    for (let round = 0; round < rounds; round++)
      for (const [user, samples] of times) {
        const start = performance.now()
        const { result, commands: sent } = await commands.during(() =>
          queryGraphQL(app, query, variables, user),
        )
        if (result.errors) throw new Error(JSON.stringify(result.errors))
        if (round > 9) samples.push(performance.now() - start)
        count = sent.length
      }
    const [long, short] = [median(times.get(veteran)!), median(times.get(beginner)!)]
    console.log(
      `${name.padEnd(16)} ${(long / short).toFixed(2)} × (${long.toFixed(1)} ms, ${short.toFixed(1)} ms), ${count} round trips`,
    )
    lines.push({
      name: `${name} screen with a long history, relative to a history of one page`,
      value: long / short,
      unit: '×',
      details: `${count} round trips`,
    })
  }
  return lines
}

/** Starts a workout with the exercises of the latest one. */
async function startAsBefore({ app }: TrainingBench, user: TestUser): Promise<void> {
  const latest = await queryGraphQL<{ workouts: { edges: { node: { id: string } }[] } }>(
    app,
    '{ workouts(first: 1) { edges { node { id } } } }',
    {},
    user,
  )
  const from = { workout: latest.data?.workouts.edges[0]?.node.id }
  const input = { id: newId(), from, startedAt: new Date().toISOString(), timezone: 'UTC' }
  const { errors } = await queryGraphQL(
    app,
    'mutation($input: StartWorkoutInput!) { startWorkout(input: $input) { conflict } }',
    { input },
    user,
  )
  if (errors) throw new Error(JSON.stringify(errors))
}
