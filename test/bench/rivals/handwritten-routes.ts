/** A route for each request: the fields of the response are picked from the stored documents. */
import { readFile } from 'node:fs/promises'
import jwt from '@fastify/jwt'
import Fastify, { type FastifyRequest } from 'fastify'
import type { Document } from 'mongodb'
import { reportPort } from './reporting-port.js'

const { BENCH_PUBLIC_KEY = '' } = process.env

/** A stored user or exercise. */
export type Stored = Document

interface Reads {
  userOf(id: string): Promise<Stored | null>
  /** The first exercises in the order of their names. */
  listOf(limit: number): Promise<Stored[]>
  /** Whether the signature of a token is checked only once. */
  remembersTokens?: boolean
}

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
const emptyProfile = {
  ...{ onboardingStatus: 'NOT_STARTED', age: null, gender: null, goal: null, height: none, weight: none },
  ...{ muscleFocus: [], frequency: null, workoutSplit: null, experience: null },
}
const emptyDetails = { country: null, city: null, bio: null }

export async function listen({ userOf, listOf, remembersTokens = false }: Reads): Promise<void> {
  const app = Fastify({ logger: { level: 'warn' } })
  await app.register(jwt, {
    secret: { public: await readFile(BENCH_PUBLIC_KEY, 'utf8') },
    verify: { algorithms: ['RS256'], ...(remembersTokens ? { cache: 5000 } : {}) },
  })
  app.addHook('onRequest', async (request: FastifyRequest) => {
    await request.jwtVerify()
  })

  app.get('/me', responses(Me), async request => {
    const user = await userOf((request.user as { id: string }).id)
    if (!user) throw new Error('not found')
    const { _id, firstName, lastName, username } = user
    // Unset fields are absent from the document.
    const profile = { ...emptyProfile, ...user.profile }
    return {
      ...emptyDetails,
      ...user,
      id: String(_id),
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
      id: String(user._id),
      username: user.username,
      // No user in this benchmark has a photo.
      profilePhotoUrl: null,
      profilePhotoUploadedAt: user.profileImage?.uploadedAt ?? null,
    }
  })

  app.get('/exercises', responses(Exercises), async () => {
    const found = await listOf(50)
    return found.map(exercise => ({ ...exercise, id: String(exercise._id) }))
  })

  await app.listen({ port: 0, host: '127.0.0.1' })
  reportPort(app.server)
}
