/** Mercurius as its documentation shows it: a schema, resolvers that query the driver, and a check of the token. */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import mercurius from 'mercurius'
import { MongoClient, ObjectId, type Document } from 'mongodb'

const { BENCH_MONGODB_URI = '', BENCH_PUBLIC_KEY = '' } = process.env

const client = await new MongoClient(BENCH_MONGODB_URI).connect()
const users = client.db().collection('users')
const exercises = client.db().collection('exercises')

const schema = `
  type Query { me: User user(id: ID!): PublicUser exercises(first: Int!): Exercises! }
  type User {
    id: ID! email: String! username: String! name: String! firstName: String lastName: String country: String
    city: String bio: String role: String! verified: Boolean! createdAt: String! workoutsCompleted: Int!
    profile: Profile!
  }
  type Profile {
    onboardingStatus: String! age: Int gender: String goal: String height: Float heightUnit: String weight: Float
    weightUnit: String muscleFocus: [String!]! frequency: Int workoutSplit: String
  }
  type PublicUser { id: ID! username: String! profilePhotoUrl: String profilePhotoUploadedAt: String }
  type Exercises { edges: [Edge!]! }
  type Edge { node: Exercise! }
  type Exercise {
    id: ID! slug: String! name: String! aliases: [String!]! category: String! force: String level: String!
    mechanic: String equipment: [String!]! primaryMuscles: [String!]! secondaryMuscles: [String!]!
    trackingType: String! isUnilateral: Boolean! instructions: [String!]! updatedAt: String!
  }
`

const id = ({ _id }: Document) => _id.toHexString()
const resolvers = {
  Query: {
    me: (_root: unknown, _args: unknown, { user }: { user: { id: string } }) =>
      users.findOne({ _id: new ObjectId(user.id) }),
    user: (_root: unknown, args: { id: string }) => users.findOne({ _id: new ObjectId(args.id) }),
    exercises: async (_root: unknown, { first }: { first: number }) => {
      const found = await exercises.find().sort({ name: 1 }).limit(first).toArray()
      return { edges: found.map(node => ({ node })) }
    },
  },
  User: {
    id,
    name: ({ firstName, lastName, username }: Document) =>
      [firstName, lastName].filter(Boolean).join(' ') || username,
    createdAt: ({ createdAt }: Document) => createdAt.toISOString(),
    workoutsCompleted: (user: Document) => user.workoutsCompleted ?? 0,
    profile: (user: Document) => user.profile ?? {},
  },
  Profile: {
    height: ({ height }: Document) => height?.value ?? null,
    heightUnit: ({ height }: Document) => height?.unit ?? null,
    weight: ({ weight }: Document) => weight?.value ?? null,
    weightUnit: ({ weight }: Document) => weight?.unit ?? null,
  },
  PublicUser: {
    id,
    profilePhotoUploadedAt: ({ profileImage }: Document) => profileImage?.uploadedAt ?? null,
  },
  Exercise: { id, updatedAt: ({ updatedAt }: Document) => updatedAt.toISOString() },
}

const app = Fastify({ logger: { level: 'warn' } })
await app.register(jwt, {
  secret: { public: await readFile(BENCH_PUBLIC_KEY, 'utf8') },
  verify: { algorithms: ['RS256'] },
})
app.addHook('onRequest', async request => {
  await request.jwtVerify()
})
await app.register(mercurius, {
  schema,
  resolvers: resolvers as never,
  context: request => ({ user: request.user }) as never,
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit())
