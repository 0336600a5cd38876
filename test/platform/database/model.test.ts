import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { ObjectId, type Filter } from 'mongodb'
import t from 'tap'
import type { Collection } from '../../../src/platform/database/database.js'
import { DuplicateKeyError } from '../../../src/platform/database/database.js'
import { databases } from './databases.js'
import type { Account } from './databases.js'

const ids = Array.from({ length: 5 }, (_, index) => new ObjectId(index.toString(16).padStart(24, '0')))
const id = fc.constantFrom(...ids)
const email = fc.constantFrom('a', 'b', 'c')
const age = fc.integer({ min: -2, max: 3 })

/** A naive implementation: a list that is searched from the start. */
type Model = Account[]

interface Step {
  onModel(model: Model): unknown
  onDatabase(accounts: Collection<Account>): Promise<unknown>
}

const duplicate = 'duplicate'

const isTaken = (model: Model, _id: ObjectId, wanted?: string | null) =>
  typeof wanted === 'string' && model.some(other => other.email === wanted && !other._id.equals(_id))

const insert = fc
  .record({ _id: id, email, age, tags: fc.array(email, { maxLength: 2 }) }, { requiredKeys: ['_id'] })
  .map((document): Step => ({
    onModel(model) {
      if (model.some(({ _id }) => _id.equals(document._id))) return duplicate
      if (isTaken(model, document._id, document.email)) return duplicate
      model.push({ ...document })
      return undefined
    },
    onDatabase: accounts => accounts.insertOne({ ...document }),
  }))

const setEmail = fc.tuple(id, email).map(([_id, wanted]): Step => ({
  onModel(model) {
    const found = model.find(other => other._id.equals(_id))
    if (!found) return null
    if (isTaken(model, _id, wanted)) return duplicate
    found.email = wanted
    return { ...found }
  },
  onDatabase: accounts => accounts.findOneAndUpdate({ _id }, { $set: { email: wanted } }),
}))

const addToOlder = fc.tuple(age, age).map(([limit, amount]): Step => ({
  onModel(model) {
    const found = model.filter(other => other.age !== undefined && other.age >= limit)
    for (const document of found) document.age = (document.age ?? 0) + amount
    return { matchedCount: found.length, modifiedCount: amount === 0 ? 0 : found.length, upsertedId: null }
  },
  async onDatabase(accounts) {
    const { matchedCount, modifiedCount, upsertedId } = await accounts.updateMany(
      { age: { $gte: limit } },
      { $inc: { age: amount } },
    )
    return { matchedCount, modifiedCount, upsertedId }
  },
}))

const upsertAge = fc.tuple(id, age).map(([_id, wanted]): Step => ({
  onModel(model) {
    const found = model.find(other => other._id.equals(_id))
    if (found) found.age = wanted
    else model.push({ _id, age: wanted })
    return undefined
  },
  async onDatabase(accounts) {
    await accounts.updateOne({ _id }, { $set: { age: wanted } }, { upsert: true })
  },
}))

const deleteTagged = email.map((tag): Step => ({
  onModel(model) {
    const kept = model.filter(({ tags }) => !tags?.includes(tag))
    return model.splice(0, model.length, ...kept).length - kept.length
  },
  onDatabase: accounts => accounts.deleteMany({ tags: tag }),
}))

const byId = (model: Model) =>
  model
    .map(document => ({ ...document }))
    .sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1))

const findByEmail = fc.array(fc.option(email), { maxLength: 3 }).map((wanted): Step => ({
  onModel: model => byId(model.filter(other => wanted.includes((other.email as 'a' | undefined) ?? null))),
  onDatabase: accounts => accounts.find({ email: { $in: wanted } }, { sort: { _id: 1 } }),
}))

const findAll: Step = { onModel: byId, onDatabase: accounts => accounts.find({}, { sort: { _id: 1 } }) }

const steps = fc.array(
  fc.oneof(insert, insert, setEmail, addToOlder, upsertAge, deleteTagged, findByEmail, fc.constant(findAll)),
  { maxLength: 40 },
)

const indexes = [
  { key: { email: 1 as const }, unique: true, partialFilterExpression: { email: { $exists: true } } },
]

async function outcome(result: Promise<unknown>): Promise<unknown> {
  return result.catch((error: unknown) => {
    if (error instanceof DuplicateKeyError) return duplicate
    throw error
  })
}

const withoutOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutOrder)
    : value && typeof value === 'object' && !(value instanceof ObjectId)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value

for (const [name, open] of databases) {
  void t.test(`${name}: returns the results of a simple model for any sequence of operations`, async t => {
    const database = await open(t)
    const accounts = database.collection<Account>('accounts', indexes)
    await database.prepare()
    const property = fc.asyncProperty(steps, async sequence => {
      await accounts.deleteMany({})
      const model: Model = []
      for (const step of [...sequence, findAll]) {
        const expected = withoutOrder(step.onModel(model))
        const actual = withoutOrder(await outcome(step.onDatabase(accounts)))
        if (!isDeepStrictEqual(JSON.stringify(actual), JSON.stringify(expected))) {
          throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)
        }
      }
    })
    await t.resolves(fc.assert(property, { numRuns: name === 'embedded' ? 300 : 30 }))
  })
}

/** Numbers in the order of a sort. */
const orderedNumbers = [NaN, -Infinity, -Number.MAX_VALUE, -1, 0, 0.5, 1, Infinity]
const anyNumber = fc.constantFrom(...orderedNumbers)
const compareNumbers = (a: number, b: number) =>
  orderedNumbers.findIndex(value => Object.is(value, a)) -
  orderedNumbers.findIndex(value => Object.is(value, b))

const isFound: Record<string, (order: number) => boolean> = {
  $eq: order => order === 0,
  $in: order => order === 0,
  $ne: order => order !== 0,
  $gt: order => order > 0,
  $gte: order => order >= 0,
  $lt: order => order < 0,
  $lte: order => order <= 0,
}

/** NaN is in no range of other numbers. */
const isComparable = (operator: string, age: number, operand: number) =>
  ['$eq', '$in', '$ne'].includes(operator) || Number.isNaN(age) === Number.isNaN(operand)

for (const [name, open] of databases)
  for (const isIndexed of [true, false])
    void t.test(
      `${name}: orders NaN and infinite numbers ${isIndexed ? 'with' : 'without'} an index`,
      async t => {
        const database = await open(t)
        const accounts = database.collection<Account>('accounts', isIndexed ? [{ key: { age: 1 } }] : [])
        await database.prepare()
        for (const age of orderedNumbers.toReversed()) await accounts.insertOne({ _id: new ObjectId(), age })
        const found = async (filter: Filter<Account>, direction: 1 | -1 = 1) =>
          (await accounts.find(filter, { sort: { age: direction } })).map(({ age }) => age)

        t.same(await found({}), orderedNumbers)
        t.same(await found({}, -1), orderedNumbers.toReversed())
        for (const [operator, fits] of Object.entries(isFound))
          for (const operand of orderedNumbers) {
            const expected = orderedNumbers.filter(
              age => isComparable(operator, age, operand) && fits(compareNumbers(age, operand)),
            )
            const filter = { age: { [operator]: operator === '$in' ? [operand] : operand } }
            t.same(await found(filter), expected, `${operator} ${operand}`)
          }
      },
    )

for (const [name, open] of databases)
  void t.test(`${name}: replaces NaN and infinite numbers as a model does`, async t => {
    const database = await open(t)
    const accounts = database.collection<Account>('accounts', [{ key: { age: 1 }, unique: true }])
    await database.prepare()
    const _id = new ObjectId()
    const operator = fc.constantFrom('$set', '$min', '$max')
    const property = fc.asyncProperty(anyNumber, anyNumber, operator, async (before, value, operator) => {
      await accounts.deleteMany({})
      await accounts.insertOne({ _id, age: before })
      const order = compareNumbers(value, before)
      const isChanged = operator === '$set' ? order !== 0 : operator === '$min' ? order < 0 : order > 0
      const { modifiedCount } = await accounts.updateOne({ _id }, { [operator]: { age: value } })
      t.equal(modifiedCount, Number(isChanged), `${before} ${operator} ${value}`)
      t.same((await accounts.findById(_id))?.age, isChanged ? value : before)
      const inserted = await outcome(accounts.insertOne({ _id: new ObjectId(), age: before }))
      t.equal(inserted, isChanged ? undefined : duplicate, 'NaN is equal to itself in a unique index')
    })
    await fc.assert(property, { numRuns: 100 })
  })
