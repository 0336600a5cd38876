import { randomBytes } from 'node:crypto'
import { days, minutes } from '../../../src/lib/quantities.js'
import type { Body, Target } from './channels.js'
import { group } from './bodies.js'

const id = () => randomBytes(12).toString('hex')

/** Syncs of the maximum size, each with the same ten exercises. */
export async function trainedBodies(target: Target) {
  const exerciseIds = await catalogue(target)
  let made = 0
  /** The stored workouts, sorted so that the one with the earliest start is the last. */
  const kept: { id: string; expectedVersion: number; startedAt: Date }[] = []

  function workout(exercises: number, sets: number) {
    const startedAt = new Date(Date.now() - ++made * 0.2 * days)
    const workout = { ...saved(startedAt, exercises, sets), id: id() }
    kept.push({ id: workout.id, expectedVersion: 1, startedAt })
    return { saveWorkout: workout }
  }
  /** Returns the earliest of the stored workouts, or a new one if none is stored. */
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
    () =>
      syncOf(Array.from({ length: count }, operation))

  /** Custom exercises with the maximum text, all of which each change indexes again. */
  const ownExercise = (exerciseId: string, expectedVersion: number | null) => ({
    saveExercise: {
      ...{ id: exerciseId, expectedVersion, name: text(100), primaryMuscles: ['CHEST'] },
      aliases: Array.from({ length: 10 }, () => text(100)),
      instructions: Array.from({ length: 20 }, () => text(500)),
    },
  })
  const own = Array.from({ length: 480 }, id)
  for (let at = 0; at < own.length; at += 60)
    await send(target, syncOf(own.slice(at, at + 60).map(id => ownExercise(id, null))))
  let version = 0
  const searchAfterChange: Body = number =>
    number % 2 === 0
      ? syncOf([ownExercise(own[0]!, ++version)])
      : JSON.stringify({ query: `{ exercises(search: "${text(60)}") { totalCount } } #${number}` })

  return group('sync', {
    'many workouts': sync(100, () => workout(10, 5)),
    'large workouts': sync(10, () => workout(10, 50)),
    'workouts of one exercise': sync(100, () => workout(1, 50)),
    'changes of the oldest workouts': sync(100, change),
    'deletions of the oldest workouts': sync(100, deletion),
    'a change and a search among own exercises': searchAfterChange,
  })
}

const syncOf = (operations: object[]) =>
  JSON.stringify({
    query: `mutation ($operations: [SyncOperation!]!) {
      sync(operations: $operations) { results { status record { id version } error { message } } } #${id()}
    }`,
    variables: { operations },
  })

/** Words of random letters. */
function text(length: number): string {
  const letters = () => Math.random().toString(36).slice(2, 9).replace(/[0-9]/g, 'o')
  return Array.from({ length }, letters).join(' ').slice(0, length).trim()
}

async function send({ url, token }: Target, body: string): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  return response.json()
}

async function catalogue(target: Target): Promise<string[]> {
  const query = '{ exercises(first: 100) { edges { node { id } } } }'
  const { data } = (await send(target, JSON.stringify({ query }))) as {
    data: { exercises: { edges: { node: { id: string } }[] } }
  }
  return data.exercises.edges.map(({ node }) => node.id)
}
