import { ObjectId } from 'mongodb'
import t from 'tap'
import { headIdOf } from '../../../src/features/owned/head-id.js'
import { cloneId, createTemplate } from './clone.js'

const userId = '6b079984b9252a92742af9d8'
const workoutId = 'fbfb91daa8a076214e51ebcb'
const sessionId = '6b079985b9252a92742af9da'
const exerciseId = '6b079983b9252a92742af97f'
const person = { userId, username: 'template-ab', programId: '' }
const session = {
  collection: 'sessions',
  document: { _id: new ObjectId(sessionId), userId: new ObjectId(userId), jtiHash: 'a hash' },
}

t.test('replaces the ids and the username of a person, and keeps shared ids and other values', async t => {
  const at = new Date()
  const workout = {
    collection: 'ownedRecords',
    document: {
      _id: new ObjectId(workoutId),
      userId: new ObjectId(userId),
      type: 'WORKOUT',
      at,
      values: [1, null, { id: workoutId, exerciseId }],
      entries: { [workoutId]: `1 ${workoutId} ${exerciseId}` },
      email: 'template-ab@example.com',
    },
  }
  const template = createTemplate(person, [workout, session], new Set([exerciseId]))
  const [user, id] = [cloneId(template.userPosition, 7), cloneId(1, 7)]
  t.strictSame(template.documentAt(0, 7), {
    _id: new ObjectId(id),
    userId: new ObjectId(user),
    type: 'WORKOUT',
    at,
    values: [1, null, { id, exerciseId }],
    entries: { [id]: `1 ${id} ${exerciseId}` },
    email: 'person-7@example.com',
  })
  t.equal(template.collectionAt(0), 'ownedRecords')
  t.not(template.documentAt(0, 8)._id.toHexString(), id, 'another clone has other ids')
})

t.test('gives each clone a session of its own', async t => {
  const template = createTemplate(person, [session], new Set())
  const clones = [template.documentAt(0, 1), template.documentAt(0, 2)]
  t.equal(clones[0]?._id.toHexString(), cloneId(template.sessionPosition, 1))
  t.not(clones[0]?.['jtiHash'], clones[1]?.['jtiHash'])
})

t.test('derives the id of a head from the id of its user', async t => {
  const document = { _id: new ObjectId(headIdOf(userId)), userId: new ObjectId(userId), last: 3 }
  const template = createTemplate(person, [session, { collection: 'ownedRecords', document }], new Set())
  const head = template.documentAt(1, 7)
  t.equal(head._id.toHexString(), headIdOf(cloneId(template.userPosition, 7)))
})

t.test('rejects a document whose id is derived in another way', async t => {
  const document = { _id: new ObjectId(), userId: new ObjectId(userId), last: 3 }
  t.throws(() => createTemplate(person, [session, { collection: 'ownedRecords', document }], new Set()), {
    message: /derived in another way/,
  })
})
