import fc from 'fast-check'
import t from 'tap'
import { badUserInputAt } from '../../../src/errors.js'
import type { WriteResult } from '../../../src/features/owned/models.js'
import { headIdOf } from '../../../src/features/owned/head-id.js'
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

/** A record type of notes: texts over three characters are invalid, and a red note is the active one. */
async function createNotes(database: Database) {
  const owned = ownedService({
    owned: ownedStore(database),
    database,
    events: openEvents(),
    tombstoneLifetime: 90 * days,
    clock: () => new Date('2026-05-01T12:00:00.000Z'),
  })
  const note = owned.defineRecordType<Note>({
    type: 'WORKOUT',
    prepare: () => ({
      validate({ content }) {
        if (content.text.length > 3) throw badUserInputAt('input.text', 'is too long.')
      },
    }),
    isActive: ({ text }) => text === red,
  })
  const other = owned.defineRecordType<Note>({ type: 'PROGRAM' })
  await database.prepare()
  return { owned, note, other }
}

const summarize = ({ status, conflict, version, row }: WriteResult<Note>) => ({
  status,
  conflict,
  version,
  text: row?.content?.text ?? null,
  currentVersion: row?.version ?? null,
})

/** A write as the client sends it. */
interface Step {
  user: number
  id: number
  expected: number | null
  /** Null for a deletion. */
  text: string | null
}

interface ExpectedRecord {
  user: number
  version: number
  /** Null in a tombstone. */
  text: string | null
  /** The accepted writes, the oldest first. */
  log: { expected: number | null; text: string; version: number }[]
}

interface Expected {
  status: string
  conflict: string | null
  version: number | null
  visibleId: number | null
}

/** The documented results of a write, implemented on a map. */
function expectResult(known: Map<number, ExpectedRecord>, { user, id, expected, text }: Step): Expected {
  const record = known.get(id)
  const own = record?.user === user ? record : undefined
  const visibleId = own ? id : null
  const unchanged = { status: 'UNCHANGED', conflict: null, visibleId }
  const refuse = (conflict: string) => ({
    status: 'CONFLICT',
    conflict,
    version: own?.version ?? null,
    visibleId,
  })
  const apply = (next: ExpectedRecord) => {
    known.set(id, next)
    return { status: 'APPLIED', conflict: null, version: next.version, visibleId: id }
  }

  if (text === null) {
    if (record && !own) return refuse('ID_TAKEN')
    if (!own || own.text === null) return { ...unchanged, version: own?.version ?? null }
    if (expected !== null && expected !== own.version) return refuse('VERSION')
    return apply({ ...own, version: own.version + 1, text: null })
  }
  const repeated = own?.log.slice(-20).findLast(write => write.expected === expected && write.text === text)
  if (repeated) return { ...unchanged, version: repeated.version }
  if (own && own.text === text) return { ...unchanged, version: own.version }
  if (text.length > 3) return { status: 'REFUSED', conflict: null, version: null, visibleId: null }
  if (record && !own) return refuse('ID_TAKEN')
  if (own && own.text === null) return refuse('DELETED')
  if (!own && expected !== null) return refuse('UNKNOWN')
  if (own && own.version !== expected) return refuse('VERSION')
  const active = [...known].find(([, other]) => other.user === user && other.text === red)
  if (text === red && active) {
    const [other, { version }] = active
    return { status: 'CONFLICT', conflict: 'ACTIVE', version, visibleId: other }
  }
  const version = (own?.version ?? 0) + 1
  return apply({ user, version, text, log: [...(own?.log ?? []), { expected, text, version }] })
}

/** Adds the visible record as it is after all of the writes. */
function withRecord(known: Map<number, ExpectedRecord>, { visibleId, ...result }: Expected) {
  const record = visibleId === null ? undefined : known.get(visibleId)
  const text = record?.text ?? null
  return { ...result, text, currentVersion: text === null ? null : record?.version }
}

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.integer({ min: 1, max: 2 }),
  id: fc.integer({ min: 10, max: 12 }),
  expected: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 2 }),
  text: fc.option(fc.constantFrom('a', 'b', 'c', red, red, 'long'), { freq: 6 }),
})

/** Groups successive writes of one user. */
function toBatches(steps: readonly Step[], maxLength: number) {
  const found: { user: number; steps: Step[] }[] = []
  for (const step of steps) {
    const last = found.at(-1)
    if (last?.user === step.user && last.steps.length < maxLength) last.steps.push(step)
    else found.push({ user: step.user, steps: [step] })
  }
  return found
}

for (const [name, open] of databases) {
  void t.test(
    `${name}: returns the documented result of every write, and adds every change to the feed`,
    async t => {
      const { owned, note } = await createNotes(await open(t))
      let base = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 40 }),
          fc.integer({ min: 1, max: 6 }),
          async (steps, maxLength) => {
            // Each run has its own users and records, which is faster than a new database.
            base += 100
            const known = new Map<number, ExpectedRecord>()
            for (const { user, steps: writes } of toBatches(steps, maxLength)) {
              const written = await note.apply(
                hex(base + user),
                writes.map(({ id, expected: expectedVersion, text }) => ({
                  id: hex(base + id),
                  expectedVersion,
                  ...(text !== null && { content: { text }, path: 'input' }),
                })),
              )
              const expected = writes.map(write => expectResult(known, write))
              t.same(
                written.map(summarize),
                expected.map(result => withRecord(known, result)),
                JSON.stringify(writes),
              )
            }
            for (const user of [1, 2]) {
              const fed = new Map<string, string | null>()
              let position = { seq: 0, firstSeq: null as number | null }
              for (;;) {
                const entries = await owned.feed(hex(base + user), position, 2)
                for (const { id, row } of entries) fed.set(id, (row.content as Note | null)?.text ?? null)
                const last = entries.at(-1)
                if (!last) break
                position = { seq: last.seq, firstSeq: null }
              }
              const expected = [...known].filter(([, record]) => record.user === user)
              t.same(fed, new Map(expected.map(([id, { text }]) => [hex(base + id), text])))
              const liveCount = expected.filter(([, { text }]) => text !== null).length
              const { counts, active } = await owned.head(hex(base + user))
              t.equal(counts.WORKOUT ?? 0, liveCount)
              const redNote = expected.find(([, { text }]) => text === red)
              t.equal(active.WORKOUT, redNote && hex(base + redNote[0]))
            }
          },
        ),
        { numRuns: name === 'embedded' ? 60 : 25 },
      )
    },
  )

  void t.test(`${name}: does not apply or validate a write with the stored content`, async t => {
    const { note } = await createNotes(await open(t))
    const user = hex(1)
    const id = hex(10)
    const save = (content: Note, expectedVersion: number | null = null) =>
      note.save(user, { id, expectedVersion, content, path: 'input' })
    await save({ text: 'a', size: 1.5 })
    t.match(
      await save({ size: 1.5, text: 'a' }, 7),
      { status: 'UNCHANGED', version: 1 },
      'ignores the order of fields',
    )
    t.match(await save({ text: 'b', size: null }, 1), { status: 'APPLIED', version: 2 })
    t.match(await save({ text: 'b' }, 9), { status: 'UNCHANGED', version: 2 }, 'treats null as omitted')
  })

  void t.test(
    `${name}: recognizes a repeated write by the content that was sent, not by the completed content`,
    async t => {
      const { owned } = await createNotes(await open(t))
      const sized = owned.defineRecordType<Note>({
        type: 'WORKOUT',
        prepare: () => ({
          complete: (content, stored) => ({ ...content, size: content.size ?? stored?.size ?? 0 }),
        }),
      })
      const save = (content: Note, expectedVersion: number | null) =>
        sized.save(hex(1), { id: hex(10), expectedVersion, content, path: 'input' })
      t.match(await save({ text: 'a' }, null), { version: 1, row: { content: { size: 0 } } })
      t.match(await save({ text: 'a', size: 7 }, 1), { version: 2 })
      t.match(
        await save({ text: 'a' }, 2),
        { status: 'UNCHANGED', version: 2 },
        'accepts an outdated version with equal content',
      )
      t.match(await save({ text: 'a' }, null), { status: 'UNCHANGED', version: 1 }, 'repeated')
      t.match(await save({ text: 'b' }, 2), { version: 3, row: { content: { text: 'b', size: 7 } } })
      await sized.remove(hex(1), { id: hex(10), expectedVersion: null })
      t.match(
        await save({ text: 'b' }, 2),
        { status: 'UNCHANGED', version: 3 },
        'repeated after the deletion',
      )
    },
  )

  void t.test(`${name}: remembers the last 20 accepted writes of a record`, async t => {
    const { note } = await createNotes(await open(t))
    const user = hex(1)
    const id = hex(10)
    const save = (number: number) =>
      note.save(user, { id, expectedVersion: number || null, content: { text: `${number}` }, path: 'input' })
    for (let number = 0; number <= 20; number++) t.match(await save(number), { status: 'APPLIED' })
    t.match(await save(1), { status: 'UNCHANGED', version: 2, row: { version: 21 } })
    t.match(await save(0), { status: 'CONFLICT', conflict: 'VERSION' })
  })

  void t.test(`${name}: rejects the id of a record of another type or of a head`, async t => {
    const { note, other } = await createNotes(await open(t))
    const write = { id: hex(10), expectedVersion: null, content: { text: 'a' }, path: 'input' }
    await note.save(hex(1), write)
    t.match(await other.save(hex(1), write), { conflict: 'ID_TAKEN', row: null })
    t.match(await other.remove(hex(1), write), { conflict: 'ID_TAKEN', row: null })
    const head = { ...write, id: headIdOf(hex(2)) }
    t.match(await note.save(hex(1), head), { conflict: 'ID_TAKEN', row: null }, 'rejects the id of a head')
    t.match(await note.save(hex(2), { ...write, id: hex(11) }), { status: 'APPLIED' })
  })

  void t.test(`${name}: commits the other writes of a transaction that contains refused writes`, async t => {
    const database = await open(t)
    const { note } = await createNotes(database)
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
    t.match(await save(12, 'c'), { status: 'UNCHANGED' }, 'the transaction is committed')
  })

  void t.test(
    `${name}: writes derived data with its batch, and adds the derived changes to the feed`,
    async t => {
      const database = await open(t)
      const { owned, other } = await createNotes(database)
      const part = { some: 'thing' }
      const program = { id: hex(20), expectedVersion: null, content: { text: 'a' }, path: 'input' }
      const calls: unknown[] = []
      const measured = owned.defineRecordType<Note, { length?: number }>({
        type: 'MEASUREMENT',
        derive: (_userId, changes, head) => {
          calls.push({
            changes: changes.map(({ before, after }) => [before?.content?.text, after?.content?.text]),
            head,
          })
          return Promise.resolve({
            derived: [
              ...changes.map(({ id, after }) => ({
                id,
                type: 'MEASUREMENT' as const,
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
        id: hex(id),
        expectedVersion,
        content: { text },
        path: 'input',
      })
      const written = await measured.apply(user, [save(30, 'a'), save(31, 'bb'), save(30, 'ccc', 1)])
      t.match(written, [
        { version: 1, row: { version: 2, derived: { length: 3, by: { name: hex(30) } } } },
        { version: 1, row: { derived: { length: 2 } } },
        { version: 2, row: { version: 2, derived: { length: 3 } } },
      ])
      t.match(
        calls,
        [
          {
            changes: [
              [undefined, 'ccc'],
              [undefined, 'bb'],
            ],
            head: { counts: { MEASUREMENT: 2, PROGRAM: 1 } },
          },
        ],
        'derives once, with each record once',
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
      t.match(calls[1], { changes: [['bb', undefined]], head: { counts: { MEASUREMENT: 1 } } })
    },
  )

  void t.test(`${name}: adds a record of another collection to the feed once`, async t => {
    const { owned } = await createNotes(await open(t))
    const user = hex(1)
    const recordChange = (version: number, isDeleted: boolean) =>
      owned.externalChanges.record(user, {
        type: 'FAVORITE',
        id: hex(77),
        version,
        isDeleted,
        fingerprint: null,
      })
    const entries = () => owned.feed(user, { seq: 0, firstSeq: null }, 10)
    await recordChange(1, false)
    await owned.externalChanges.record(hex(2), {
      type: 'FAVORITE',
      id: hex(77),
      version: 1,
      isDeleted: false,
      fingerprint: null,
    })
    t.match(await entries(), [{ id: hex(77), type: 'FAVORITE', version: 1, deletedAt: null, seq: 1 }])
    await recordChange(2, true)
    const after = await entries()
    t.equal(after.length, 1)
    t.match(after, [{ id: hex(77), version: 2, deletedAt: new Date('2026-05-01T12:00:00.000Z'), seq: 2 }])
    t.equal((await owned.head(user)).counts.FAVORITE, 0)
    t.same(await owned.feed(user, { seq: 0, firstSeq: 2 }, 10), [], 'a first sync omits older tombstones')
    t.equal(
      (await owned.feed(user, { seq: 0, firstSeq: 1 }, 10)).length,
      1,
      'a first sync returns newer tombstones',
    )
  })
}
