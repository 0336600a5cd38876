/** The schema of the GraphQL servers, with resolvers that query the driver and know nothing of the service's code. */
import { MongoClient, ObjectId, type Document } from 'mongodb'
import { nameCollation } from './name-collation.js'

const { BENCH_MONGODB_URI = '' } = process.env

const client = await new MongoClient(BENCH_MONGODB_URI).connect()
const users = client.db().collection('users')
const exercises = client.db().collection('exercises')

export const typeDefs = `
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

export interface Context {
  user: { id: string }
}

const id = ({ _id }: Document) => _id.toHexString()
export const resolvers = {
  Query: {
    me: (_root: unknown, _args: unknown, { user }: Context) => users.findOne({ _id: new ObjectId(user.id) }),
    user: (_root: unknown, args: { id: string }) => users.findOne({ _id: new ObjectId(args.id) }),
    exercises: async (_root: unknown, { first }: { first: number }) => {
      const found = await exercises.find().collation(nameCollation).sort({ name: 1 }).limit(first).toArray()
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
