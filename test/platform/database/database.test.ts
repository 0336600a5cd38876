import { Binary, ObjectId, type Filter } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import type { Collection, Database, Index } from '../../../src/platform/database/database.js'
import { DuplicateKeyError } from '../../../src/platform/database/database.js'
import { MiB } from '../../../src/lib/quantities.js'
import { countPauses } from '../../event-loop-delay.js'
import { databases } from './databases.js'
import type { Account } from './databases.js'

const indexes: Index[] = [
  { key: { email: 1 }, unique: true, partialFilterExpression: { email: { $type: 'string' } } },
  { key: { owner: 1, name: 1 } },
  { key: { tags: 1 } },
]

type Body = (t: Test, accounts: Collection<Account>, database: Database) => Promise<void>

/** One subtest per database, each with an empty collection. */
function contract(name: string, body: Body) {
  for (const [database, open] of databases) {
    void t.test(`${database}: ${name}`, async t => {
      const opened = await open(t)
      const accounts = opened.collection<Account>('accounts', indexes)
      await opened.prepare()
      await body(t, accounts, opened)
    })
  }
}

const account = (fields: Partial<Account> = {}): Account => ({ _id: new ObjectId(), ...fields })

async function insert(accounts: Collection<Account>, ...documents: Partial<Account>[]) {
  const inserted = documents.map(account)
  for (const document of inserted) await accounts.insertOne(document)
  return inserted
}

const names = async (found: Promise<Account[]>) => (await found).map(({ name }) => name)

contract('returns documents as they were stored', async (t, accounts) => {
  const stored = account({
    name: 'Ada',
    age: 36,
    seen: new Date(1),
    profile: { city: 'London' },
    tags: ['x'],
  })
  await accounts.insertOne(stored)
  t.same(await accounts.findById(stored._id), stored)
  t.same(await accounts.findOne({ _id: stored._id }), stored)
  t.same(await accounts.find({ name: 'Ada' }), [stored])
  t.equal(await accounts.findById(new ObjectId()), null)
  t.equal(await accounts.findOne({ name: 'Bob' }), null)
  t.same(await accounts.find({ name: 'Bob' }), [])
})

contract('rejects documents that are larger than 16 MiB, without any change', async (t, accounts) => {
  const [ada] = await insert(accounts, { name: 'Ada' })
  // A document with only a name has 33 bytes more than the name.
  const largest = 'x'.repeat(16 * MiB - 33)
  await accounts.updateOne({ _id: ada!._id }, { $set: { name: largest } })
  await t.rejects(accounts.updateOne({ _id: ada!._id }, { $set: { name: `${largest}x` } }))
  await t.rejects(accounts.insertOne(account({ name: `${largest}x` })))
  const [stored, ...others] = await accounts.find({})
  t.equal(stored?.name === largest, true)
  t.equal(others.length, 0)
})

contract(
  'returns the names of fields and texts with special characters as both databases store them',
  async (t, accounts) => {
    const tags = ['a\0b', '\ud800', '😀', '']
    const profile = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "": 3, "\\ud800": 4}')
    const [{ _id } = account()] = await insert(accounts, { tags, profile })
    const stored = await accounts.findOne({ _id })
    t.same(stored?.tags, ['a\0b', '\ufffd', '😀', ''])
    t.same(Object.entries(stored?.profile ?? {}), [
      ['__proto__', { a: 1 }],
      ['constructor', 2],
      ['', 3],
      ['\ufffd', 4],
    ])
    for (const tag of tags) t.equal(await accounts.countDocuments({ tags: tag }), 1)
  },
)

contract('sorts by a list that the filter compares, by its smallest element', async (t, accounts) => {
  const [one, two] = await insert(accounts, { tags: ['b'] }, { tags: ['b', 'a'] })
  t.same(await accounts.find({ tags: 'b' }, { sort: { tags: 1 } }), [two, one])
})

contract('yields to other work while many large documents are decoded', async (t, accounts) => {
  const sets = Array.from({ length: 500 }, (_, reps) => ({ reps, weight: 40 }))
  const stored = await insert(
    accounts,
    ...Array.from({ length: 30 }, (_, age) => ({ owner: 'Ada', age, sets })),
  )
  const pauses = countPauses(t)
  const found = await accounts.find({ owner: 'Ada' }, { sort: { age: -1 }, limit: 10 })
  t.same(
    found.map(({ age }) => age),
    [29, 28, 27, 26, 25, 24, 23, 22, 21, 20],
  )
  t.ok(pauses() > 0)
  t.equal((await accounts.findByIds(stored.map(({ _id }) => _id))).length, 30)
})

contract('stores undefined as null and bytes as Binary', async (t, accounts) => {
  const [stored] = await insert(accounts, { name: undefined })
  t.equal((await accounts.findById(stored?._id ?? new ObjectId()))?.name, null)
  const bytes = new Uint8Array([1, 2, 3])
  await accounts.updateOne({}, { $set: { hash: bytes } })
  const found = await accounts.findOne({ hash: Buffer.from(bytes) })
  t.ok(found?.['hash'] instanceof Binary)
  t.same((found?.['hash'] as Binary).toString('hex'), '010203')
})

contract('rejects a filter with undefined at any depth in every method', async (t, accounts) => {
  await insert(accounts, { name: 'Ada' })
  const hole = undefined as unknown as string
  const update = { $set: { age: 1 } }
  await t.rejects(accounts.findOne({ email: hole }), TypeError)
  await t.rejects(accounts.find({ name: 'Ada', email: hole }), TypeError)
  await t.rejects(accounts.find({ $or: [{ email: hole }] }), TypeError)
  await t.rejects(accounts.find({ age: { $gt: hole } } as unknown as Filter<Account>), TypeError)
  await t.rejects(accounts.updateOne({ email: hole }, update), TypeError)
  await t.rejects(accounts.updateMany({ email: hole }, update), TypeError)
  await t.rejects(accounts.findOneAndUpdate({ email: hole }, update), TypeError)
  await t.rejects(accounts.findOneAndDelete({ email: hole }), TypeError)
  await t.rejects(accounts.deleteOne({ email: hole }), TypeError)
  await t.rejects(accounts.deleteMany({ email: hole }), TypeError)
  await t.rejects(accounts.countDocuments({ email: hole }), TypeError)
  t.equal(await accounts.countDocuments({}), 1)
})

contract('matches missing fields with null, and distinguishes them by $exists', async (t, accounts) => {
  await insert(accounts, { name: null, age: 1 }, { age: 2 }, { name: 'Ada', age: 3 })
  const ages = async (filter: Filter<Account>) =>
    (await accounts.find(filter, { sort: { age: 1 } })).map(({ age }) => age)
  t.same(await ages({ name: null }), [1, 2])
  t.same(await ages({ name: { $exists: true } }), [1, 3])
  t.same(await ages({ name: { $ne: null } }), [3])
  t.same(await ages({ name: { $in: [null, 'Ada'] } }), [1, 2, 3])
  t.same(await ages({ owner: null, name: 'Ada' }), [3])
})

contract('$in finds ObjectIds, dates and array elements', async (t, accounts) => {
  const [ada, bob, cleo] = await insert(
    accounts,
    { name: 'Ada', tags: ['a', 'b'], seen: new Date(1) },
    { name: 'Bob', tags: ['b'], seen: new Date(2) },
    { name: 'Cleo', tags: [] },
  )
  const sort = { sort: { name: 1 as const } }
  const ids = [cleo?._id, ada?._id, new ObjectId()].filter(id => id !== undefined)
  t.same(await names(accounts.find({ _id: { $in: ids } }, sort)), ['Ada', 'Cleo'])
  t.same(await names(accounts.find({ tags: { $in: ['b', 'c'] } }, sort)), ['Ada', 'Bob'])
  t.same(await names(accounts.find({ tags: 'b' }, sort)), ['Ada', 'Bob'])
  t.same(await names(accounts.find({ seen: { $in: [new Date(2)] } })), ['Bob'])
  t.same(await names(accounts.find({ _id: { $in: [] } })), [])
  t.same(await names(accounts.find({ _id: { $ne: bob?._id ?? new ObjectId() } }, sort)), ['Ada', 'Cleo'])
})

contract('resolves dotted paths into documents and arrays of documents', async (t, accounts) => {
  await insert(
    accounts,
    { name: 'Ada', profile: { city: 'London' }, sets: [{ reps: 5 }, { reps: 8 }] },
    { name: 'Bob', profile: { city: 'Rome' }, sets: [{ reps: 12 }] },
  )
  t.same(await names(accounts.find({ 'profile.city': 'London' })), ['Ada'])
  t.same(await names(accounts.find({ 'sets.reps': { $in: [8] } })), ['Ada'])
  t.same(await names(accounts.find({ 'sets.reps': { $gte: 10 } })), ['Bob'])
  t.same(await names(accounts.find({ 'sets.0.reps': 5 })), ['Ada'])
})

contract('returns only the fields of the projection', async (t, accounts) => {
  const profile = { city: 'Rome', visits: 3 }
  const [ada] = await insert(accounts, { name: 'Ada', age: 36, tags: ['a'], profile }, { name: 'Bob' })
  const { _id } = ada!
  const projection = { 'profile.city': 1, tags: 1, owner: 1 } as const
  t.strictSame(await accounts.find({}, { sort: { name: 1 }, projection, limit: 1 }), [
    { _id, tags: ['a'], profile: { city: 'Rome' } },
  ])
  const options = { projection: { age: 1 }, upsert: true } as const
  t.strictSame(await accounts.findOneAndUpdate({ _id }, { $inc: { age: 1 } }, options), { _id, age: 37 })
  t.match(await accounts.findOne({ _id }), { name: 'Ada', age: 37, profile })
})

contract('reads successive pages by id with a filter', async (t, accounts) => {
  const inserted = await insert(accounts, ...Array.from({ length: 7 }, (_, at) => ({ age: at % 3 })))
  // Inserted in another order than that of the ids.
  const early = new ObjectId('000000000000000000000001')
  await accounts.insertOne({ _id: early, age: 1 })
  const all = [{ _id: early, age: 1 }, ...inserted]
  for (const filter of [{}, { age: { $in: [0, 1] } }]) {
    const expected = all.filter(({ age }) => !('age' in filter) || age !== 2)
    const found: Account[] = []
    for (;;) {
      const last = found.at(-1)?._id
      const after = last ? { ...filter, _id: { $gt: last } } : filter
      const page = await accounts.find(after, { sort: { _id: 1 }, limit: 2 })
      if (page.length === 0) break
      found.push(...page)
    }
    t.same(found, expected)
  }
  t.equal(await accounts.countDocuments({}), 8)
})

contract('sorts by ids, dates, numbers and nested paths, and applies the limit', async (t, accounts) => {
  const inserted = await insert(
    accounts,
    { name: 'Cleo', age: 10, seen: new Date(3), profile: { city: 'Ulm' } },
    { name: 'Ada', age: 9, seen: new Date(1), profile: { city: 'Rome' } },
    { name: 'Bob', age: 9, seen: new Date(2) },
  )
  t.equal(inserted.length, 3)
  t.same(await names(accounts.find({}, { sort: { _id: -1 } })), ['Bob', 'Ada', 'Cleo'])
  t.same(await names(accounts.find({}, { sort: { seen: 1 } })), ['Ada', 'Bob', 'Cleo'])
  t.same(await names(accounts.find({}, { sort: { age: 1, name: -1 }, limit: 2 })), ['Bob', 'Ada'])
  t.same(await names(accounts.find({}, { sort: { 'profile.city': 1 } })), ['Bob', 'Ada', 'Cleo'])
  t.equal((await accounts.findOne({}, { sort: { name: -1 } }))?.name, 'Cleo')
  t.equal((await accounts.find({}, { limit: 2 })).length, 2)
  t.equal((await accounts.find({}, { limit: 0 })).length, 3)
})

contract('returns the first documents of a sort for any limit', async (t, accounts) => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ age: (at * 389) % 1000, tags: ['all'] }))
  await insert(accounts, ...many)
  for (const limit of [1, 200, 201, 333, 1000])
    for (const filter of [{}, { tags: 'all' }]) {
      const found = await accounts.find(filter, { sort: { age: 1 }, limit })
      t.same(
        found.map(({ age }) => age),
        [...Array(limit).keys()],
      )
    }
})

contract('returns every document once in keyset pages by name and id', async (t, accounts) => {
  await insert(accounts, ...['b', 'a', 'c', 'a', 'b', 'a', 'd'].map(name => ({ name, owner: 'me' })), {
    name: 'b',
    owner: 'you',
  })
  const seen: Account[] = []
  let after: Filter<Account> = {}
  for (;;) {
    const filter = { owner: 'me', ...after } as Filter<Account>
    const page = await accounts.find(filter, { sort: { name: 1, _id: 1 }, limit: 3 })
    seen.push(...page)
    const last = page.at(-1)
    if (!last || page.length < 3) break
    const name = last.name ?? ''
    after = { $or: [{ name: { $gt: name } }, { name, _id: { $gt: last._id } }] }
  }
  t.equal(seen.map(({ name }) => name).join(''), 'aaabbcd')
  t.equal(new Set(seen.map(({ _id }) => _id.toHexString())).size, 7)
})

contract('applies $set, $unset, $inc, $max and $min', async (t, accounts) => {
  const [{ _id } = account()] = await insert(accounts, {
    name: 'Ada',
    age: 1,
    tags: ['a'],
    seen: new Date(5),
  })
  const update = (change: object) => accounts.updateOne({ _id }, change)
  t.match(await update({ $set: { 'profile.city': 'Rome' }, $inc: { age: 2, 'profile.visits': 1 } }), {
    matchedCount: 1,
    modifiedCount: 1,
    upsertedId: null,
  })
  t.match(await update({ $set: { name: 'Ada' } }), { matchedCount: 1, modifiedCount: 0 })
  t.match(await update({ $max: { seen: new Date(4), age: 9 } }), { modifiedCount: 1 })
  await update({ $set: { tags: ['b'], 'profile.country': 'IT' }, $unset: { name: true }, $min: { age: 8 } })
  await update({ $unset: { 'profile.country': true, 'sets.reps': true, 'seen.year': true } })
  t.same(await accounts.findById(_id), {
    _id,
    age: 8,
    tags: ['b'],
    seen: new Date(5),
    profile: { city: 'Rome', visits: 1 },
  })
})

contract('changes nothing if an update is invalid', async (t, accounts) => {
  const [stored = account()] = await insert(accounts, { name: 'Ada', tags: ['a'], age: 1 })
  const { _id } = stored
  const rejectsUpdate = async (change: object) => t.rejects(accounts.updateOne({ _id }, change), Error)
  await rejectsUpdate({ $inc: { name: 1 } })
  await rejectsUpdate({ $set: { 'name.first': 'x' } })
  await rejectsUpdate({ $set: { 'tags.first': 'x' } })
  await rejectsUpdate({ $set: { _id: new ObjectId() } })
  await rejectsUpdate({ $set: { age: 2 }, $inc: { age: 1 } })
  await rejectsUpdate({ $set: { profile: {} }, $unset: { 'profile.city': true } })
  await rejectsUpdate({ $frobnicate: { age: 1 } })
  await rejectsUpdate({ name: 'Bob' })
  t.same(await accounts.findById(_id), stored)
})

contract('upserts a document from the filter and the update once', async (t, accounts) => {
  const upsert = () =>
    accounts.updateOne(
      { owner: 'me', name: { $eq: 'Ada' }, age: { $gt: 0 } },
      { $inc: { age: 1 }, $setOnInsert: { tags: ['new'] } },
      { upsert: true },
    )
  const first = await upsert()
  t.ok(first.upsertedId instanceof ObjectId)
  t.match(first, { matchedCount: 0, modifiedCount: 0 })
  t.match(await upsert(), { matchedCount: 1, modifiedCount: 1, upsertedId: null })
  const expected = { _id: first.upsertedId, owner: 'me', name: 'Ada', age: 2, tags: ['new'] }
  t.same(await accounts.find({}), [expected])
  const _id = new ObjectId()
  t.same(await accounts.findOneAndUpdate({ _id }, { $set: { 'profile.city': 'Ulm' } }, { upsert: true }), {
    _id,
    profile: { city: 'Ulm' },
  })
  t.equal(await accounts.findOneAndUpdate({ name: 'nobody' }, { $set: { age: 1 } }), null)
})

contract(
  'returns the counts of updateMany and deleteMany, and deletes one document with deleteOne',
  async (t, accounts) => {
    await insert(accounts, { owner: 'me', age: 1 }, { owner: 'me', age: 2 }, { owner: 'you', age: 1 })
    t.match(await accounts.updateMany({ owner: 'me' }, { $set: { age: 2 } }), {
      matchedCount: 2,
      modifiedCount: 1,
    })
    t.equal(await accounts.countDocuments({ age: 2 }), 2)
    t.equal(await accounts.deleteOne({ age: 2 }), 1)
    t.equal(await accounts.deleteMany({ owner: { $exists: true } }), 2)
    t.equal(await accounts.deleteMany({}), 0)
    t.equal(await accounts.deleteOne({}), 0)
  },
)

contract(
  'rejects an insert, an update and an upsert that violate a unique index, with its fields',
  async (t, accounts) => {
    await insert(accounts, { email: 'a@x.org' }, { email: 'b@x.org' })
    const rejectsDuplicate = async (write: Promise<unknown>) => {
      const error: unknown = await write.catch((reason: unknown) => reason)
      t.ok(error instanceof DuplicateKeyError)
      t.same((error as DuplicateKeyError).fields, ['email'])
    }
    await rejectsDuplicate(accounts.insertOne(account({ email: 'a@x.org' })))
    await rejectsDuplicate(accounts.updateOne({ email: 'b@x.org' }, { $set: { email: 'a@x.org' } }))
    await rejectsDuplicate(accounts.findOneAndUpdate({ email: 'b@x.org' }, { $set: { email: 'a@x.org' } }))
    await rejectsDuplicate(
      accounts.updateOne({ name: 'C' }, { $set: { email: 'a@x.org' } }, { upsert: true }),
    )
    t.equal(await accounts.countDocuments({}), 2)
    t.match(await accounts.updateOne({ email: 'b@x.org' }, { $set: { email: 'c@x.org' } }), {
      modifiedCount: 1,
    })
    await accounts.insertOne(account({ email: 'b@x.org' }))
    await accounts.deleteOne({ email: 'a@x.org' })
    await accounts.insertOne(account({ email: 'a@x.org' }))
  },
)

contract('rejects a second document with the same _id', async (t, accounts) => {
  const [stored = account()] = await insert(accounts, { name: 'Ada' })
  const error: unknown = await accounts.insertOne({ _id: stored._id, name: 'Bob' }).catch((e: unknown) => e)
  t.same((error as DuplicateKeyError).fields, ['_id'])
  t.same(await accounts.findById(stored._id), stored)
})

contract('ignores documents that do not match the filter of a partial unique index', async (t, accounts) => {
  await insert(accounts, { email: null }, { email: null }, {}, {})
  t.equal(await accounts.countDocuments({ email: null }), 4)
})

contract('treats a missing field as null in a full unique index', async (t, _accounts, database) => {
  const plain = database.collection<Account>('plain', [{ key: { owner: 1, name: 1 }, unique: true }])
  await database.prepare()
  await insert(plain, {}, { owner: 'me' }, { owner: 'me', name: 'Ada' })
  await t.rejects(plain.insertOne(account()), DuplicateKeyError)
  const error: unknown = await plain.insertOne(account({ owner: 'me', name: null })).catch((e: unknown) => e)
  t.match(error, { name: 'DuplicateKeyError', fields: ['owner', 'name'] })
})

contract(
  'distinguishes keys of a compound unique index whose concatenations are equal',
  async (t, _accounts, database) => {
    const plain = database.collection<Account>('plain', [{ key: { owner: 1, name: 1 }, unique: true }])
    await database.prepare()
    await insert(plain, { owner: 'x', name: 'y3:z' }, { owner: 'x3:y', name: 'z' })
    t.equal(await plain.countDocuments({}), 2)
  },
)

contract('fails to prepare a unique index that existing documents violate', async (t, accounts, database) => {
  await insert(accounts, { name: 'Ada' }, { name: 'Ada' })
  database.collection('accounts', [{ key: { name: 1 }, unique: true }])
  await t.rejects(database.prepare(), DuplicateKeyError)
})

contract('loses none of a hundred concurrent increments', async (t, accounts) => {
  const [{ _id } = account()] = await insert(accounts, { age: 0 })
  const found = await Promise.all(
    Array.from({ length: 100 }, () => accounts.findOneAndUpdate({ _id }, { $inc: { age: 1 } })),
  )
  t.equal(new Set(found.map(document => document?.age)).size, 100)
  t.equal((await accounts.findById(_id))?.age, 100)
})

contract('lets one of twenty concurrent claims and deletes succeed', async (t, accounts) => {
  const [{ _id } = account()] = await insert(accounts, { owner: null })
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      accounts.findOneAndUpdate({ _id, owner: null }, { $set: { owner: `worker ${index}` } }),
    ),
  )
  t.equal(claims.filter(claim => claim !== null).length, 1)
  const deleted = await Promise.all(Array.from({ length: 20 }, () => accounts.findOneAndDelete({ _id })))
  t.equal(deleted.filter(document => document !== null).length, 1)
  t.equal(await accounts.findOneAndDelete({ _id }), null)
})

contract('lets one of twenty concurrent inserts of a unique value succeed', async (t, accounts) => {
  const inserts = await Promise.allSettled(
    Array.from({ length: 20 }, () => accounts.insertOne(account({ email: 'one@x.org' }))),
  )
  t.equal(inserts.filter(({ status }) => status === 'fulfilled').length, 1)
  t.equal(await accounts.countDocuments({ email: 'one@x.org' }), 1)
})

contract('updates the first document of the sort with findOneAndUpdate', async (t, accounts) => {
  await insert(accounts, { name: 'late', seen: new Date(2) }, { name: 'early', seen: new Date(1) })
  const found = await accounts.findOneAndUpdate({}, { $set: { owner: 'me' } }, { sort: { seen: 1 } })
  t.match(found, { name: 'early', owner: 'me' })
})

contract('returns the right document to each of many concurrent findById', async (t, accounts) => {
  const inserted = await insert(accounts, ...Array.from({ length: 20 }, (_, age) => ({ age })))
  const ids = [...inserted, ...inserted].map(({ _id }) => _id)
  const found = await Promise.all([...ids, new ObjectId()].map(id => accounts.findById(id)))
  t.same(found, [...inserted, ...inserted, null])
})

contract(
  'finds the existing documents by their ids, including those of the current transaction',
  async (t, accounts, database) => {
    const [ada, bob] = await insert(accounts, { name: 'Ada' }, { name: 'Bob' })
    const ids = [bob!._id, new ObjectId(), ada!._id]
    const found = async (wanted: ObjectId[]) => (await names(accounts.findByIds(wanted))).sort()
    t.same(await Promise.all([found(ids), found([ada!._id]), found([])]), [['Ada', 'Bob'], ['Ada'], []])
    await database.transaction('me', async () => {
      await accounts.updateOne({ _id: ada!._id }, { $set: { name: 'Eve' } })
      t.same(await found(ids), ['Bob', 'Eve'])
    })
  },
)

contract('ends a find at the document for which isLast returns true', async (t, accounts, database) => {
  await insert(accounts, ...[3, 1, 2, 4].map(age => ({ age })))
  const upTo = async (last: number) => {
    const options = { sort: { age: -1 }, limit: 3, isLast: ({ age }: Account) => age === last } as const
    return (await accounts.find({}, options)).map(({ age }) => age)
  }
  t.same(await upTo(3), [4, 3])
  t.same(await upTo(1), [4, 3, 2], 'the limit applies, too')
  t.same(await database.transaction('me', () => upTo(4)), [4])
})

contract('prepares a date index with expireAfterSeconds repeatedly', async (t, _accounts, database) => {
  const tokens = database.collection<Account>('tokens', [{ key: { seen: 1 }, expireAfterSeconds: 0 }])
  await database.prepare()
  await database.prepare()
  await tokens.insertOne(account({ seen: new Date(Date.now() + 60_000) }))
  t.equal(await tokens.countDocuments({}), 1)
  await t.resolves(database.ping())
})

contract('applies the writes of bulkWrite in order', async (t, accounts) => {
  const [ada, bob] = await insert(accounts, { name: 'Ada', age: 1 }, { name: 'Bob' })
  const [cleo, dan] = [account({ name: 'Cleo' }), new ObjectId()]
  await accounts.bulkWrite([
    { insertOne: { document: cleo } },
    { updateOne: { filter: { _id: ada?._id }, update: { $inc: { age: 1 } } } },
    { updateOne: { filter: { _id: dan }, update: { $set: { name: 'Dan' } }, upsert: true } },
    { updateOne: { filter: { name: 'nobody' }, update: { $set: { age: 9 } } } },
    { updateMany: { filter: { name: { $in: ['Ada', 'Dan'] } }, update: { $inc: { age: 10 } } } },
    { deleteOne: { filter: { _id: bob?._id } } },
    { updateOne: { filter: { name: 'Cleo' }, update: { $set: { age: 5 } } } },
  ])
  const all = await accounts.find({}, { sort: { name: 1 } })
  t.same(
    all.map(({ name, age }) => [name, age]),
    [
      ['Ada', 12],
      ['Cleo', 5],
      ['Dan', 10],
    ],
  )
  await accounts.bulkWrite([])
})

contract('ends bulkWrite at the first write that fails', async (t, accounts) => {
  await insert(accounts, { name: 'Ada', email: 'a' })
  const failing = accounts.bulkWrite([
    { insertOne: { document: account({ name: 'Bob' }) } },
    { insertOne: { document: account({ name: 'Cleo', email: 'a' }) } },
    { insertOne: { document: account({ name: 'Dan' }) } },
  ])
  await t.rejects(failing, { name: 'DuplicateKeyError' })
  t.same(await names(accounts.find({}, { sort: { name: 1 } })), ['Ada', 'Bob'])
  await t.rejects(accounts.bulkWrite([{ deleteOne: { filter: { name: undefined } } }]), TypeError)
  const allDocuments = { filter: { name: undefined }, update: { $set: { age: 1 } } }
  await t.rejects(accounts.bulkWrite([{ updateMany: allDocuments }]), TypeError)
})
