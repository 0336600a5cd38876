import { buildSchema, execute, parse, type GraphQLObjectType } from 'graphql'
import t, { type Test } from 'tap'
import { countDeliveredObjects } from '../../src/graphql/delivered-objects.js'
import { DateTime } from '../../src/graphql/scalars.js'
import { ObjectBudget } from '../../src/lib/object-budget.js'
import { build, signUp, type TestUser } from '../helper.js'
import { threeExercises } from '../features/portability/sync/exercises.js'
import { afterWorkouts, largeWorkout } from '../features/training/workouts/large-workouts.js'
import { post, unlimited } from './requests.js'

/** Records which of several tasks run in which turns of the event loop. */
function recordTurns(t: Pick<Test, 'teardown'>) {
  let [turn, isCounting] = [0, true]
  t.teardown(() => (isCounting = false))
  const count = (): void => {
    setImmediate(() => {
      turn++
      if (isCounting) count()
    })
  }
  count()
  const worksOf = new Map<number, Set<string>>()
  return {
    record(work: string): void {
      const works = worksOf.get(turn) ?? new Set()
      worksOf.set(turn, works.add(work))
    },
    /** The tasks of each turn in which at least one ran. */
    tasksByTurn: () => [...worksOf.values()].map(works => [...works]),
  }
}

t.test('executes simultaneous large values in separate iterations of the event loop', async t => {
  const turns = recordTurns(t)
  const schema = buildSchema('type Query { items(name: String): [Item] } type Item { value: Int }')
  schema.getQueryType()!.getFields()['items']!.resolve = (_root, { name }: { name: string }) =>
    Array.from({ length: 600 }, () => ({ name }))
  const { value } = (schema.getType('Item') as GraphQLObjectType).getFields()
  value!.resolve = ({ name }: { name: string }) => {
    turns.record(name)
    return 1
  }
  countDeliveredObjects(schema)
  const document = parse('{ one: items(name: "one") { value } two: items(name: "two") { value } }')
  const { errors } = await execute({ schema, document, contextValue: { objectBudget: new ObjectBudget() } })
  t.notOk(errors)
  t.same(turns.tasksByTurn(), [['one'], ['two']])
})

t.test('coerces simultaneous large bodies in separate iterations of the event loop', async t => {
  const turns = recordTurns(t)
  const { parseValue } = DateTime
  t.teardown(() => (DateTime.parseValue = parseValue))
  DateTime.parseValue = value => {
    turns.record(String(value).slice(0, 10))
    return parseValue(value)
  }
  const app = await build(t, { clock: afterWorkouts, settings: unlimited })
  const user = await signUp(app)
  const [exerciseId = ''] = await threeExercises(app)
  const query = 'mutation ($input: WorkoutInput!) { saveWorkout(input: $input) { workout { id } } }'
  const save = (day: number) =>
    post(app, { person: user, body: { query, variables: { input: largeWorkout(day, exerciseId) } } })
  const responses = await Promise.all([1, 2, 3].map(save))
  t.same(
    responses.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  t.same(turns.tasksByTurn().sort(), [['2026-05-01'], ['2026-05-02'], ['2026-05-03']])
})

t.test('starts simultaneous queries of large records in separate iterations of the event loop', async t => {
  const turns = recordTurns(t)
  const app = await build(t, { settings: unlimited })
  const { workouts } = app.features.services
  const { list } = workouts
  workouts.list = (userId, ...args) => {
    turns.record(userId)
    return list(userId, ...args)
  }
  const users: TestUser[] = []
  while (users.length < 6) users.push(await signUp(app))
  const query = '{ workouts(first: 1) { edges { node { id } } } }'
  await Promise.all(users.map(user => post(app, { person: user, body: { query } })))
  const works = turns.tasksByTurn()
  t.equal(works.length, users.length)
  for (const one of works) t.equal(one.length, 1)
})
