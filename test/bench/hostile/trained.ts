import { randomBytes } from 'node:crypto'
import { days, minutes } from '../../../src/lib/quantities.js'
import type { Body, Target } from './channels.js'
import { group } from './bodies.js'

const id = () => randomBytes(12).toString('hex')

/** Syncs of as much as they may have, each about the same ten exercises. */
export async function trainedBodies(target: Target) {
  const exerciseIds = await catalogue(target)
  let made = 0
  /** What is stored, trained first to last from its end. */
  const kept: { id: string; expectedVersion: number; startedAt: Date }[] = []

  function workout(exercises: number, sets: number) {
    const startedAt = new Date(Date.now() - ++made * 0.2 * days)
    const workout = { ...saved(startedAt, exercises, sets), id: id() }
    kept.push({ id: workout.id, expectedVersion: 1, startedAt })
    return { saveWorkout: workout }
  }
  /** Of what was saved longest ago or never, what was trained first. */
  const first = () => kept.pop() ?? { id: id(), expectedVersion: 1, startedAt: new Date() }
  const change = () => {
    const { id, expectedVersion, startedAt } = first()
    kept.unshift({ id, expectedVersion: expectedVersion + 1, startedAt })
    return { saveWorkout: { ...saved(startedAt, 10, 5), id, expectedVersion } }
  }
  const deletion = () => {
    const { id, expectedVersion } = first()
    return { deleteWorkout: { id, expectedVersion } }
  }

  function saved(startedAt: Date, exercises: number, sets: number) {
    const completedAt = new Date(startedAt.getTime() + minutes).toISOString()
    const entries = Array.from({ length: exercises }, (_, entry) => ({
      ...{ id: id(), exerciseId: exerciseIds[entry] },
      sets: Array.from({ length: sets }, (_, set) => ({
        ...{ id: id(), reps: 1 + (set % 12), completedAt, load: { value: 40 + set, unit: 'KG' } },
      })),
    }))
    return {
      ...{ startedAt: startedAt.toISOString(), timezone: 'UTC' },
      ...{ endedAt: new Date(startedAt.getTime() + 5 * minutes).toISOString(), exercises: entries },
    }
  }
  const sync =
    (count: number, operation: () => object): Body =>
    number =>
      JSON.stringify({
        query: `mutation ($operations: [SyncOperation!]!) {
          sync(operations: $operations) { results { status record { id version } error { message } } } #${number}
        }`,
        variables: { operations: Array.from({ length: count }, operation) },
      })

  return group('sync', {
    'many workouts': sync(100, () => workout(10, 5)),
    'large workouts': sync(10, () => workout(10, 50)),
    'workouts of one exercise': sync(100, () => workout(1, 50)),
    'changes of the oldest workouts': sync(100, change),
    'deletions of the oldest workouts': sync(100, deletion),
  })
}

async function catalogue({ url, token }: Target): Promise<string[]> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ exercises(first: 100) { edges { node { id } } } }' }),
  })
  const { data } = (await response.json()) as { data: { exercises: { edges: { node: { id: string } }[] } } }
  return data.exercises.edges.map(({ node }) => node.id)
}
