/**
 * What one would write without GraphQL: a route for each question, the driver, and the fields of the answer picked
 * from the document. It knows the service's collections and nothing of its code.
 *
 *   by-hand.js plain      a findOne and a signature check for every request
 *   by-hand.js coalesced  one query for the equal reads of a tick; verified tokens are remembered
 */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import jwt from '@fastify/jwt'
import DataLoader from 'dataloader'
import Fastify, { type FastifyRequest } from 'fastify'
import { MongoClient, ObjectId, type Document } from 'mongodb'

const { BENCH_MONGODB_URI = '', BENCH_PUBLIC_KEY = '' } = process.env
const coalesced = process.argv[2] === 'coalesced'

const client = await new MongoClient(BENCH_MONGODB_URI).connect()
const users = client.db().collection('users')
const exercises = client.db().collection('exercises')

type Read<Key, Found> = (key: Key) => Promise<Found>
const findUser: Read<string, Document | null> = id => users.findOne({ _id: new ObjectId(id) })
const findExercises: Read<number, Document[]> = limit =>
  exercises.find().sort({ name: 1 }).limit(limit).toArray()

async function findUsers(ids: readonly string[]) {
  const distinct = [...new Set(ids)]
  const documents = await users.find({ _id: { $in: distinct.map(id => new ObjectId(id)) } }).toArray()
  const byId = new Map(documents.map(document => [document._id.toHexString(), document]))
  return ids.map(id => byId.get(id) ?? null)
}

async function findLists(limits: readonly number[]) {
  const lists = new Map<number, Promise<Document[]>>()
  for (const limit of limits) lists.set(limit, lists.get(limit) ?? findExercises(limit))
  return Promise.all(limits.map(limit => lists.get(limit)!))
}

function perTick<Key, Found>(batch: (keys: readonly Key[]) => Promise<Found[]>): Read<Key, Found> {
  const loader = new DataLoader(batch, { cache: false, batchScheduleFn: setImmediate })
  return key => loader.load(key)
}

const userOf = coalesced ? perTick(findUsers) : findUser
const listOf = coalesced ? perTick(findLists) : findExercises

const text = { type: 'string' } as const
const textOrNull = { type: 'string', nullable: true } as const
const numberOrNull = { type: 'number', nullable: true } as const
const dateOrNull = { type: 'string', format: 'date-time', nullable: true } as const
const date = { type: 'string', format: 'date-time' } as const
const flag = { type: 'boolean' } as const
const list = { type: 'array', items: text } as const
const object = (properties: object) => ({ type: 'object', properties })
const responses = (schema: object) => ({ schema: { response: { 200: schema } } })

const Me = object({
  ...{ id: text, email: text, username: text, name: text, firstName: textOrNull, lastName: textOrNull },
  ...{ country: textOrNull, city: textOrNull, bio: textOrNull, role: text, verified: flag, createdAt: date },
  workoutsCompleted: { type: 'integer' },
  profile: object({
    ...{ onboardingStatus: text, age: numberOrNull, gender: textOrNull, goal: textOrNull },
    ...{ height: numberOrNull, heightUnit: textOrNull, weight: numberOrNull, weightUnit: textOrNull },
    ...{ muscleFocus: list, frequency: numberOrNull, workoutSplit: textOrNull },
  }),
})
const User = object({
  id: text,
  username: text,
  profilePhotoUrl: textOrNull,
  profilePhotoUploadedAt: dateOrNull,
})
const Exercises = {
  type: 'array',
  items: object({
    ...{ id: text, slug: text, name: text, aliases: list, category: text, force: textOrNull, level: text },
    ...{ mechanic: textOrNull, equipment: list, primaryMuscles: list, secondaryMuscles: list },
    ...{ trackingType: text, isUnilateral: flag, instructions: list, updatedAt: date },
  }),
}

const none = { value: null, unit: null }
const unsetFields = {
  ...{ onboardingStatus: 'NOT_STARTED', age: null, gender: null, goal: null, height: none, weight: none },
  ...{ muscleFocus: [], frequency: null, workoutSplit: null, experience: null },
}
const blank = { country: null, city: null, bio: null }

const app = Fastify({ logger: { level: 'warn' } })
await app.register(jwt, {
  secret: { public: await readFile(BENCH_PUBLIC_KEY, 'utf8') },
  verify: { algorithms: ['RS256'], ...(coalesced ? { cache: 5000 } : {}) },
})
app.addHook('onRequest', async (request: FastifyRequest) => {
  await request.jwtVerify()
})

app.get('/me', responses(Me), async request => {
  const user = await userOf((request.user as { id: string }).id)
  if (!user) throw new Error('not found')
  const { _id, firstName, lastName, username } = user
  // Unset fields are absent from the document.
  const profile = { ...unsetFields, ...user.profile }
  return {
    ...blank,
    ...user,
    id: _id.toHexString(),
    name: [firstName, lastName].filter(Boolean).join(' ') || username,
    // A handwritten service could keep the count in this document. No user in this benchmark has a workout.
    workoutsCompleted: user.workoutsCompleted ?? 0,
    profile: {
      ...profile,
      height: profile.height.value,
      heightUnit: profile.height.unit,
      weight: profile.weight.value,
      weightUnit: profile.weight.unit,
    },
  }
})

app.get<{ Params: { id: string } }>('/users/:id', responses(User), async request => {
  const user = await userOf(request.params.id)
  if (!user) throw new Error('not found')
  return {
    id: user._id.toHexString(),
    username: user.username,
    // No user in this benchmark has a photo.
    profilePhotoUrl: null,
    profilePhotoUploadedAt: user.profileImage?.uploadedAt ?? null,
  }
})

app.get('/exercises', responses(Exercises), async () => {
  const found = await listOf(50)
  return found.map(exercise => ({ ...exercise, id: exercise._id.toHexString() }))
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit())
