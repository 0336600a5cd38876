import t from 'tap'
import { recordAnnouncements } from '../../../../src/features/progress/records/announcements.js'
import type { PersonalRecord } from '../../../../src/features/progress/records/models.js'
import { openEvents } from '../../../../src/platform/events/events.js'

const idOf = (number: number) => number.toString(16).padStart(24, '0')

const record = (id: string): PersonalRecord => ({
  ...{
    id,
    exerciseId: idOf(1),
    workoutId: idOf(2),
    type: 'REPS',
    value: 1,
    unit: 'REPS',
    reps: 1,
    setId: null,
  },
  ...{ achievedAt: new Date(0), previous: null },
})

const events = () => openEvents()

t.test(
  'delivers all records of a large save to a slow subscriber and limits the records that are read at a time',
  async t => {
    const reads: number[] = []
    const { publish, subscribe } = recordAnnouncements(events(), async (_userId, ids) => {
      reads.push(ids.length)
      return ids.map(record).reverse()
    })
    const ids = Array.from({ length: 6_050 }, (_, at) => idOf(at))
    const subscription = subscribe('anna')
    publish('anna', ids)
    publish('berta', [idOf(7)])
    t.match(await subscription.next(), { value: { id: ids[0] } })
    t.same(reads, [100])
    const rest = await Promise.all(ids.slice(1).map(() => subscription.next()))
    t.same(
      rest.map(({ value }) => (value as PersonalRecord).id),
      ids.slice(1),
    )
    t.equal(reads.length, 61)
    const waiting = subscription.next()
    await subscription.return?.()
    t.match([await waiting, await subscription.next()], [{ done: true }, { done: true }])
  },
)

t.test('skips deleted records, and ends the subscription if the database fails', async t => {
  let isThere = true
  const { publish, subscribe } = recordAnnouncements(events(), async (_userId, ids) => {
    if (!isThere) throw new Error('gone')
    return ids.filter(id => id !== idOf(1)).map(record)
  })
  const subscription = subscribe('anna')
  publish('anna', [idOf(1)])
  publish('anna', [idOf(2)])
  t.match(await subscription.next(), { value: { id: idOf(2) } })
  isThere = false
  publish('anna', [idOf(3)])
  t.match(await subscription.next(), { done: true })
  isThere = true
  publish('anna', [idOf(4)])
  t.match(await subscription.next(), { done: true })
})
