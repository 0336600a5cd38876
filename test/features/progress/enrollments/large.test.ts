import t from 'tap'
import { errorCodeOf } from '../../../helper.js'
import {
  active,
  buildWithExercises,
  newId,
  publish,
  read,
  tryMutation,
  weeksOf,
  type Input,
} from './enrollments.js'

interface Listed {
  enrollments: {
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null }
    edges: { node: { id: string } }[]
  }
}

const noGym = { unit: 'KG' as const, gymId: null }

t.test('returns fewer very large enrollments per page without missing any', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  // 5,000 objects of content and 7,500 of derived data: one enrollment is below the limit, two together exceed it.
  const loads = Array.from({ length: 2_500 }, (_, at) => ({
    ...{ exerciseId: squat, key: `${at}`, targetReps: null },
    load: { value: 60, unit: 'KG' as const },
  }))
  const decisions = {
    ...{
      chosenStatus: 'PAUSED' as const,
      unit: null,
      resumptions: 0,
      upgradedTo: null,
      upgrades: 0,
      skipped: [],
      commands: [],
    },
    adjustments: [{ at: new Date(0), loads }],
  }
  const content = {
    ...{
      programId,
      startDate: '2026-05-04',
      timezone: 'UTC',
      weekdays: [],
      startingLoads: [],
      ...noGym,
      decisions,
    },
  }
  // Of enrollments that are created at the same time, the one with the greater id is newer.
  const ids = [newId(), newId()].sort()
  for (const id of ids)
    t.match(
      await app.features.services.enrollments.recordType.save(person.id, {
        ...{ id, expectedVersion: null, path: '' },
        content,
      }),
      { status: 'APPLIED' },
    )

  const list = async (page: Input) => {
    const query = `query($first: Int, $after: String, $last: Int) {
      enrollments(first: $first, after: $after, last: $last) {
        pageInfo { hasNextPage hasPreviousPage endCursor } edges { node { id } }
      }
    }`
    const { enrollments } = await read<Listed>(app, person, query, page)
    return { ...enrollments.pageInfo, ids: enrollments.edges.map(({ node }) => node.id) }
  }
  const [older, newer] = [ids[0]!, ids[1]!]
  const first = await list({ first: 2 })
  t.match(first, { ids: [newer], hasNextPage: true })
  t.match(await list({ first: 2, after: first.endCursor }), { ids: [older], hasNextPage: false })
  t.match(await list({ last: 2 }), { ids: [older], hasPreviousPage: true })

  const { changes } = await read<{ changes: { hasMore: boolean; changes: { recordId: string }[] } }>(
    app,
    person,
    '{ changes(first: 100) { hasMore changes { recordId } } }',
  )
  t.equal(changes.changes.at(-1)?.recordId, older, 'the page ends with the first large enrollment')
  t.equal(changes.hasMore, true)

  const mutation =
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status record { id } } } }'
  const operations = ids.map(id => ({ finishEnrollment: { id, expectedVersion: 1 } }))
  t.same(await read(app, person, mutation, { operations }), {
    sync: {
      results: [
        { status: 'APPLIED', record: { id: older } },
        { status: 'APPLIED', record: { id: newer } },
      ],
    },
  })
})

t.test('limits an enrollment to twenty upgrades', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const id = newId()
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const decisions = {
    ...{ chosenStatus: 'ACTIVE' as const, resumptions: 0, unit: null, upgradedTo: null, upgrades: 19 },
    ...{ skipped: [], adjustments: [], commands: [] },
  }
  const content = {
    programId,
    startDate: '2026-05-04',
    timezone: 'UTC',
    weekdays: [],
    startingLoads: [],
    ...noGym,
  }
  const save = { id, expectedVersion: null, path: '', content: { ...content, decisions } }
  t.match(await app.features.services.enrollments.recordType.save(person.id, save), { status: 'APPLIED' })

  await publish(app, person, { id: programId, expectedVersion: 2, weeks: weeksOf(squat, bench, 3) })
  const upgrade = () => tryMutation(app, person, 'upgradeEnrollment', 'EnrollmentInput', { id })
  t.match(await upgrade(), { data: { upgradeEnrollment: { enrollment: { programVersion: { number: 2 } } } } })
  t.match(await upgrade(), { data: { upgradeEnrollment: { enrollment: { programVersion: { number: 2 } } } } })
  await publish(app, person, { id: programId, expectedVersion: 3, weeks: weeksOf(squat, bench, 4) })
  t.equal(errorCodeOf(await upgrade()), 'CONFLICT')
  t.match(await active(app, person), { programVersion: { number: 2 }, version: 2 })
})
