import type { App } from '../../../../src/app.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { completed, done, entry, save, type Input } from '../../training/workouts/workouts.js'

interface ShownRecord {
  id: string
  type: string
  value: number
  unit: string
  reps: number | null
  achievedAt: string
  workoutId: string
  setId: string | null
  exercise: { slug: string }
  previous: { value: number; unit: string; achievedAt: string } | null
}

const recordFields = `
  id exerciseId type value unit reps achievedAt workoutId setId exercise { slug }
  previous { value unit achievedAt }`

const slugs = {
  bench: 'barbell-bench-press',
  pullUp: 'pull-up',
  plank: 'plank',
  heldPlank: 'weighted-plank',
  run: 'running',
  jump: 'box-jump',
} as const

/** Imports one exercise per tracking type. */
export async function exercisesOf(app: App) {
  const slugList: readonly string[] = Object.values(slugs)
  await app.features.services.exercises.import(
    starterCatalogue.filter(({ slug }) => slugList.includes(slug)),
    'starter',
  )
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string; slug: string } }[] } }>(
    app,
    '{ exercises(first: 100) { edges { node { id slug } } } }',
  )
  const ids = new Map(data!.exercises.edges.map(({ node }) => [node.slug, node.id]))
  const names = Object.entries(slugs).map(([name, slug]) => [name, ids.get(slug)!])
  return Object.fromEntries(names) as Record<keyof typeof slugs, string>
}

export async function recordsOf(app: App, user: TestUser, variables: Input = {}): Promise<ShownRecord[]> {
  const { data, errors } = await queryGraphQL<{ records: { edges: { node: ShownRecord }[] } }>(
    app,
    `query($exerciseId: ID, $type: RecordType) {
      records(exerciseId: $exerciseId, type: $type, first: 100) { edges { node { ${recordFields} } } }
    }`,
    variables,
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.records.edges.map(({ node }) => node)
}

/** Describes records as `TYPE value unit after value unit`. */
export const describeRecords = (records: readonly ShownRecord[]) =>
  records.map(({ type, value, unit, previous }) => {
    const before = previous ? ` after ${previous.value} ${previous.unit}` : ''
    return `${type} ${value} ${unit}${before}`
  })

/** Creates a completed workout of one exercise that lasts one hour. */
export function session(day: string, exerciseId: string, sets: Input[], fields: Input = {}) {
  return completed({
    startedAt: `2026-${day}T10:00:00.000Z`,
    endedAt: `2026-${day}T11:00:00.000Z`,
    exercises: [
      entry(
        exerciseId,
        sets.map(set => done({ completedAt: `2026-${day}T10:30:00.000Z`, ...set })),
      ),
    ],
    ...fields,
  })
}

/** @throws Error if the workout is not saved */
export async function saved(app: App, user: TestUser, input: Input) {
  const { workout, conflict } = await save(app, user, input)
  if (!workout || conflict) throw new Error(`${conflict}`)
  return workout
}
