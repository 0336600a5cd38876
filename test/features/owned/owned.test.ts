import fc from 'fast-check'
import t from 'tap'
import { badUserInputAt } from '../../../src/errors.js'
import type { WriteResult } from '../../../src/features/owned/models.js'
import { headIdOf } from '../../../src/features/owned/head-place.js'
import { ownedService } from '../../../src/features/owned/service.js'
import { ownedStore } from '../../../src/features/owned/store.js'
import { days } from '../../../src/lib/quantities.js'
import type { Database } from '../../../src/platform/database/database.js'
import { openEvents } from '../../../src/platform/events/events.js'
import { databases } from '../../platform/database/databases.js'

interface Note {
  text: string
  size?: number | null
}

const hex = (number: number) => number.toString(16).padStart(24, '0')

const red = 'red'

/** Notes as an example of what is owned: long ones are refused, there is one red one at most. */
async function notes(database: Database) {
  const owned = ownedService({
    owned: ownedStore(database),
    database,
    events: openEvents(),
    tombstoneLifetime: 90 * days,
    clock: () => new Date('2026-05-01T12:00:00.000Z'),
  })
  const note = owned.kind<Note>({
    type: 'WORKOUT',
    validate:
      () =>
      ({ content }) => {
        if (content.text.length > 3) throw badUserInputAt('input.text', 'is too long.')
      },
    isActive: ({ text }) => text === red,
  })
  const other = owned.kind<Note>({ type: 'PROGRAM' })
  await database.prepare()
  return { owned, note, other }
}

const short = ({ status, conflict, version, row }: WriteResult<Note>) => ({
  status,
  conflict,
  version,
  text: row?.content?.text ?? null,
  now: row?.version ?? null,
})

/** A write as the client sends it, and what the table of the contract says of it. */
interface Step {
  user: number
  id: number
  expected: number | null
  /** Null is a deletion. */
  text: string | null
}

interface Known {
  user: number
  version: number
  /** Null in a tombstone. */
  text: string | null
  /** The writes it accepted, the oldest first. */
  log: { expected: number | null; text: string; version: number }[]
}

interface Expected {
  status: string
  conflict: string | null
  version: number | null
  /** Whose copy is shown. */
  shown: number | null
}

/** The rows of the table, each as it is written there, on nothing but a map. */
function expectation(known: Map<number, Known>, { user, id, expected, text }: Step): Expected {
  const record = known.get(id)
  const own = record?.user === user ? record : undefined
  const shown = own ? id : null
  const nothing = { status: 'UNCHANGED', conflict: null, shown }
  const refuse = (conflict: string) => ({
    ...{ status: 'CONFLICT', conflict, version: own?.version ?? null, shown },
  })
  const done = (next: Known) => {
    known.set(id, next)
    return { status: 'APPLIED', conflict: null, version: next.version, shown: id }
  }

  if (text === null) {
    if (record && !own) return refuse('ID_TAKEN')
    if (!own || own.text === null) return { ...nothing, version: own?.version ?? null }
    if (expected !== null && expected !== own.version) return refuse('VERSION')
    return done({ ...own, version: own.version + 1, text: null })
  }
  const again = own?.log.slice(-20).findLast(write => write.expected === expected && write.text === text)
  if (again) return { ...nothing, version: again.version }
  if (own && own.text === text) return { ...nothing, version: own.version }
  if (text.length > 3) return { status: 'REFUSED', conflict: null, version: null, shown: null }
  if (record && !own) return refuse('ID_TAKEN')
  if (own && own.text === null) return refuse('DELETED')
  if (!own && expected !== null) return refuse('UNKNOWN')
  if (own && own.version !== expected) return refuse('VERSION')
  const active = [...known].find(([, other]) => other.user === user && other.text === red)
  if (text === red && active) {
    const [other, { version }] = active
    return { status: 'CONFLICT', conflict: 'ACTIVE', version, shown: other }
  }
  const version = (own?.version ?? 0) + 1
  return done({ user, version, text, log: [...(own?.log ?? []), { expected, text, version }] })
}

/** With the copies as they are after all of the writes. */
function withCopies(known: Map<number, Known>, { shown, ...told }: Expected) {
  const copy = shown === null ? undefined : known.get(shown)
  const text = copy?.text ?? null
  return { ...told, text, now: text === null ? null : copy?.version }
}

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.integer({ min: 1, max: 2 }),
  id: fc.integer({ min: 10, max: 12 }),
  expected: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 2 }),
  text: fc.option(fc.constantFrom('a', 'b', 'c', red, red, 'long'), { freq: 6 }),
})

/** Runs of writes of one user, not too many at once. */
function batches(steps: readonly Step[], atOnce: number) {
  const found: { user: number; steps: Step[] }[] = []
  for (const step of steps) {
    const last = found.at(-1)
    if (last?.user === step.user && last.steps.length < atOnce) last.steps.push(step)
    else found.push({ user: step.user, steps: [step] })
  }
  return found
}

for (const [name, open] of databases) {
  void t.test(
    `${name}: every write comes out as the table says, and a reader of the feed learns of it`,
    async t => {
      const { owned, note } = await notes(await open(t))
      let base = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 40 }),
          fc.integer({ min: 1, max: 6 }),
          async (steps, atOnce) => {
            // Other people and other records each time: that is quicker than another database.
            base += 100
            const known = new Map<number, Known>()
            for (const { user, steps: writes } of batches(steps, atOnce)) {
              const written = await note.apply(
                hex(base + user),
                writes.map(({ id, expected: expectedVersion, text }) => ({
                  ...{ id: hex(base + id), expectedVersion },
                  ...(text !== null && { content: { text }, path: 'input' }),
                })),
              )
              const wanted = writes.map(write => expectation(known, write))
              t.same(
                written.map(short),
                wanted.map(one => withCopies(known, one)),
                JSON.stringify(writes),
              )
            }
            for (const user of [1, 2]) {
              const followed = new Map<string, string | null>()
              let place = { seq: 0, firstSeq: null as number | null }
              for (;;) {
                const entries = await owned.feed(hex(base + user), place, 2)
                for (const { id, row } of entries)
                  followed.set(id, (row.content as Note | null)?.text ?? null)
                const last = entries.at(-1)
                if (!last) break
                place = { seq: last.seq, firstSeq: null }
              }
              const there = [...known].filter(([, record]) => record.user === user)
              t.same(followed, new Map(there.map(([id, { text }]) => [hex(base + id), text])))
              const living = there.filter(([, { text }]) => text !== null).length
              const { counts, active } = await owned.head(hex(base + user))
              t.equal(counts.WORKOUT ?? 0, living)
              const theRed = there.find(([, { text }]) => text === red)
              t.equal(active.WORKOUT, theRed && hex(base + theRed[0]))
            }
          },
        ),
        { numRuns: name === 'embedded' ? 60 : 25 },
      )
    },
  )

  void t.test(`${name}: equal is as it is read, and what equals is not judged again`, async t => {
    const { note } = await notes(await open(t))
    const user = hex(1)
    const id = hex(10)
    const save = (content: Note, expectedVersion: number | null = null) =>
      note.save(user, { id, expectedVersion, content, path: 'input' })
    await save({ text: 'a', size: 1.5 })
    t.match(
      await save({ size: 1.5, text: 'a' }, 7),
      { status: 'UNCHANGED', version: 1 },
      'the order of fields',
    )
    t.match(await save({ text: 'b', size: null }, 1), { status: 'APPLIED', version: 2 })
    t.match(await save({ text: 'b' }, 9), { status: 'UNCHANGED', version: 2 }, 'null and left out')
  })

  void t.test(`${name}: what a write leaves as it is stored makes no difference to it`, async t => {
    const { owned } = await notes(await open(t))
    const sized = owned.kind<Note>({
      type: 'WORKOUT',
      complete: (content, stored) => ({ ...content, size: content.size ?? stored?.size ?? 0 }),
    })
    const save = (content: Note, expectedVersion: number | null) =>
      sized.save(hex(1), { id: hex(10), expectedVersion, content, path: 'input' })
    t.match(await save({ text: 'a' }, null), { version: 1, row: { content: { size: 0 } } })
    t.match(await save({ text: 'a', size: 7 }, 1), { version: 2 })
    t.match(await save({ text: 'a' }, 2), { status: 'UNCHANGED', version: 2 }, 'equal to what is stored')
    t.match(await save({ text: 'a' }, null), { status: 'UNCHANGED', version: 1 }, 'sent again')
    t.match(await save({ text: 'b' }, 2), { version: 3, row: { content: { text: 'b', size: 7 } } })
    await sized.remove(hex(1), { id: hex(10), expectedVersion: null })
    t.match(
      await save({ text: 'b' }, 2),
      { status: 'UNCHANGED', version: 3 },
      'sent again after the deletion',
    )
  })

  void t.test(`${name}: the twenty-first write before is not remembered`, async t => {
    const { note } = await notes(await open(t))
    const user = hex(1)
    const id = hex(10)
    const save = (number: number) =>
      note.save(user, { id, expectedVersion: number || null, content: { text: `${number}` }, path: 'input' })
    for (let number = 0; number <= 20; number++) t.match(await save(number), { status: 'APPLIED' })
    t.match(await save(1), { status: 'UNCHANGED', version: 2, row: { version: 21 } })
    t.match(await save(0), { status: 'CONFLICT', conflict: 'VERSION' })
  })

  void t.test(`${name}: an id belongs to one record of one type`, async t => {
    const { note, other } = await notes(await open(t))
    const write = { id: hex(10), expectedVersion: null, content: { text: 'a' }, path: 'input' }
    await note.save(hex(1), write)
    t.match(await other.save(hex(1), write), { conflict: 'ID_TAKEN', row: null })
    t.match(await other.remove(hex(1), write), { conflict: 'ID_TAKEN', row: null })
    const head = { ...write, id: headIdOf(hex(2)) }
    t.match(await note.save(hex(1), head), { conflict: 'ID_TAKEN', row: null }, "nobody takes a head's place")
    t.match(await note.save(hex(2), { ...write, id: hex(11) }), { status: 'APPLIED' })
  })

  void t.test(`${name}: what is refused does not spoil the transaction it is part of`, async t => {
    const database = await open(t)
    const { note } = await notes(database)
    const user = hex(1)
    const save = (id: number, text: string) =>
      note.save(user, { id: hex(id), expectedVersion: null, content: { text }, path: 'input' })
    const written = await database.transaction(user, async () => [
      await save(10, 'a'),
      await save(11, 'long'),
      await save(10, 'b'),
      await save(12, 'c'),
    ])
    t.same(
      written.map(({ status }) => status),
      ['APPLIED', 'REFUSED', 'CONFLICT', 'APPLIED'],
    )
    t.match(await save(12, 'c'), { status: 'UNCHANGED' }, 'it was committed')
  })

  void t.test(
    `${name}: what follows from a batch is written with it, and gives a place in the feed`,
    async t => {
      const database = await open(t)
      const { owned, other } = await notes(database)
      const part = { some: 'thing' }
      const program = { id: hex(20), expectedVersion: null, content: { text: 'a' }, path: 'input' }
      const seen: unknown[] = []
      const measured = owned.kind<Note, { length?: number }>({
        type: 'MEASUREMENT',
        derive: (_userId, changes, head) => {
          seen.push({
            changes: changes.map(({ before, after }) => [before?.content?.text, after?.content?.text]),
            head,
          })
          return Promise.resolve({
            derived: [
              ...changes.map(({ id, after }) => ({
                ...{ id, type: 'MEASUREMENT' as const },
                set: { length: after?.content?.text.length, ...(after && { 'by.name': id }) },
              })),
              { id: program.id, type: 'PROGRAM' as const, set: { notes: 2 }, isActive: true },
            ],
            head: { 'part.value': part, 'part.gone': null },
          })
        },
      })
      const user = hex(1)
      await other.save(user, program)
      const save = (id: number, text: string, expectedVersion: number | null = null) => ({
        ...{ id: hex(id), expectedVersion, content: { text }, path: 'input' },
      })
      const written = await measured.apply(user, [save(30, 'a'), save(31, 'bb'), save(30, 'ccc', 1)])
      t.match(written, [
        { version: 1, row: { version: 2, derived: { length: 3, by: { name: hex(30) } } } },
        { version: 1, row: { derived: { length: 2 } } },
        { version: 2, row: { version: 2, derived: { length: 3 } } },
      ])
      t.match(
        seen,
        [
          {
            changes: [
              [undefined, 'ccc'],
              [undefined, 'bb'],
            ],
            head: { counts: { MEASUREMENT: 2, PROGRAM: 1 } },
          },
        ],
        'once, and each record once',
      )
      const entries = await owned.feed(user, { seq: 1, firstSeq: null }, 10)
      t.match(
        entries.map(({ id, version, row }) => ({ id, version, derived: row.derived })),
        [
          { id: hex(30), version: 2, derived: { length: 3 } },
          { id: hex(31), version: 1, derived: { length: 2 } },
          { id: hex(20), version: 1, derived: { notes: 2 } },
        ],
      )
      t.match(await owned.head(user), {
        seq: 4,
        active: { PROGRAM: hex(20) },
        parts: { part: { value: part } },
      })
      await measured.remove(user, { id: hex(31), expectedVersion: null })
      t.match(seen[1], { changes: [['bb', undefined]], head: { counts: { MEASUREMENT: 1 } } })
    },
  )

  void t.test(`${name}: what is kept elsewhere has one place in the feed`, async t => {
    const { owned } = await notes(await open(t))
    const user = hex(1)
    const note = (version: number, isDeleted: boolean) =>
      owned.recordExternalChange(user, { type: 'FAVORITE', id: hex(77), version, isDeleted, mark: null })
    const entries = () => owned.feed(user, { seq: 0, firstSeq: null }, 10)
    await note(1, false)
    await owned.recordExternalChange(hex(2), {
      type: 'FAVORITE',
      id: hex(77),
      version: 1,
      isDeleted: false,
      mark: null,
    })
    t.match(await entries(), [{ id: hex(77), type: 'FAVORITE', version: 1, deletedAt: null, seq: 1 }])
    await note(2, true)
    const after = await entries()
    t.equal(after.length, 1)
    t.match(after, [{ id: hex(77), version: 2, deletedAt: new Date('2026-05-01T12:00:00.000Z'), seq: 2 }])
    t.equal((await owned.head(user)).counts.FAVORITE, 0)
    t.same(await owned.feed(user, { seq: 0, firstSeq: 2 }, 10), [], 'a first sync leaves old tombstones out')
    t.equal((await owned.feed(user, { seq: 0, firstSeq: 1 }, 10)).length, 1, 'but not those of its own time')
  })
}
