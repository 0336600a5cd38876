import { AppError } from '../../errors.js'
import { chunk } from '../../lib/chunk.js'
import { createYielder, yieldToEventLoop, type Yielder } from '../../lib/event-loop.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import { createBatch, type Completion, type Validator } from './batch.js'
import { afterAccepting, fingerprintOfWrite, versionOfFingerprint } from './decision.js'
import type {
  DerivedWrites,
  Deletion,
  FeedChange,
  Head,
  OwnedType,
  RecordChange,
  StoredRecord,
  SaveWrite,
  Write,
  WriteResult,
} from './models.js'
import type { OwnedStore } from './store.js'

/** Each can have some hundred kilobytes. */
const readAtOnce = 50

/** Of large records, so that nobody waits long for the embedded database meanwhile. */
const derivedAtOnce = 50

interface Dependencies {
  owned: OwnedStore
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  /** How long it can be learned that something was deleted, in milliseconds. */
  tombstoneLifetime: number
  clock: () => Date
}

/** What a feature adds to the way in which everything owned is written. All of it happens in the transaction. */
export interface RecordType<Content extends object, Derived extends object = object> {
  type: OwnedType
  /** Reads, in a constant number of commands, what it takes to judge some writes. @returns the judge of each */
  validate?(
    userId: string,
    writes: readonly SaveWrite<Content>[],
  ): Promise<Validator<Content>> | Validator<Content>
  /**
   * Fills in what a write leaves as it is stored. A write that is sent again is known by what was sent, whatever is
   * filled in by then.
   * @param stored null where there is nothing, or a tombstone
   */
  complete?(content: Content, stored: Content | null, derived: Derived | null): Content
  /** A field of the content that no two living records of a person share: a second one is the conflict ACTIVE. */
  unique?: keyof Content & string
  /** Whether a record is the active one of its type, of which there is one at most. */
  isActive?(content: Content, derived: Derived | null): boolean
  /** Whether `follow` writes other owned records itself: they take numbers of the feed before those of the batch. */
  writesOthers?: boolean
  /**
   * Writes what follows from changes elsewhere, before they are written, and tells what follows for owned records.
   * @param head counts and names as active what is there after the changes
   */
  derive?(
    userId: string,
    changes: readonly RecordChange<Content, Derived>[],
    head: Head,
  ): Promise<DerivedWrites>
}

export interface RecordTypeService<Content extends object, Derived extends object = object> {
  /** What the kind's judge throws is in the answer. */
  save(userId: string, write: SaveWrite<Content>): Promise<WriteResult<Content, Derived>>
  remove(userId: string, deletion: Deletion): Promise<WriteResult<Content, Derived>>
  /** Several writes, in their order, for little more than what one costs. */
  apply(userId: string, writes: readonly Write<Content>[]): Promise<WriteResult<Content, Derived>[]>
  /** What came of a write that is known by its fingerprint, whatever it was made from has become; null for a new one. */
  repeated(userId: string, write: FingerprintedWrite): Promise<WriteResult<Content, Derived> | null>
}

/** A write whose content is made from something else than what was sent. */
type FingerprintedWrite = Pick<SaveWrite<object>, 'id' | 'expectedVersion'> & { fingerprint: string }

/** A change, made with a mark, of what is kept elsewhere. */
interface NoteMark {
  type: OwnedType
  /** Of what has changed. */
  id: string
  mark: string
}

/** Those among the ids that something else has already. */
type Claim = (ids: readonly string[]) => Promise<readonly string[]>

interface Note extends Omit<NoteMark, 'mark'> {
  version: number
  isDeleted: boolean
  /** By which the change is known when it is sent again; null where that makes no difference. */
  mark: string | null
}

export function ownedService({ owned, database, events, tombstoneLifetime, clock }: Dependencies) {
  const topic = (userId: string) => `changes:${userId}`
  const announce = (userId: string) => database.afterCommit(() => events.publish(topic(userId), ''))
  const later = (moment: Date) => new Date(moment.getTime() + tombstoneLifetime)
  const expiry = (deletedAt: Date | null) => deletedAt && later(deletedAt)
  const claims: Claim[] = []

  /** Those that are taken by what is no owned record: by people, and by what features claim. */
  async function foreignAmong(ids: readonly string[], people: ReadonlySet<string>): Promise<Set<string>> {
    const foreign = new Set(ids.filter(id => people.has(id)))
    for (const claim of ids.length > 0 ? claims : []) for (const id of await claim(ids)) foreign.add(id)
    return foreign
  }

  function kind<Content extends object, Derived extends object = object>(
    rules: RecordType<Content, Derived>,
  ): RecordTypeService<Content, Derived> {
    type Batch = ReturnType<typeof createBatch<Content>>
    const { type, unique } = rules
    const complete = rules.complete as Completion<Content> | undefined
    const isActive = rules.isActive as ((content: Content, derived: object | null) => boolean) | undefined

    async function begin(userId: string, writes: readonly Write<Content>[]): Promise<Batch> {
      const ids = new Set(writes.map(({ id }) => id))
      const { stored, head, people } = await owned.findManyWithHead(userId, [...ids])
      const foreign = await foreignAmong(
        [...ids].filter(id => !stored.has(id)),
        people,
      )
      const saves = writes.filter(write => 'content' in write)
      const active = head.active[type]
      // Of a record that stands in the way a copy is shown.
      if (
        active !== undefined &&
        !stored.has(active) &&
        saves.some(({ content }) => isActive?.(content, null))
      )
        for (const [id, found] of await owned.findMany([active])) stored.set(id, found)
      if (unique !== undefined && saves.length > 0) {
        const values = saves.map(({ content }) => content[unique])
        for (const [id, found] of await owned.findByContent(userId, type, unique, values))
          stored.set(id, found)
      }
      const judge = saves.length > 0 ? await rules.validate?.(userId, saves) : undefined
      return createBatch<Content>({
        ...{ userId, type, stored, head, foreign, validate: judge, complete, isActive, unique },
        now: clock(),
      })
    }

    async function apply(userId: string, writes: readonly Write<Content>[]): Promise<WriteResult<Content>[]> {
      // Comparing, deriving and storing a workout with thousands of sets each take several milliseconds.
      const pause = createYielder()
      const batch = await begin(userId, writes)
      await pause()
      const outcomes = writes.map(batch.decide)
      await pause()
      const changes = batch.changes() as RecordChange<Content, Derived>[]
      if (changes.length > 0) await store(userId, batch, changes, pause)
      return outcomes.map(batch.written)
    }

    async function store(
      userId: string,
      batch: Batch,
      changes: RecordChange<Content, Derived>[],
      pause: Yielder,
    ) {
      const writes = (await rules.derive?.(userId, changes, batch.head)) ?? {}
      const { derived = [], head: fields = {}, released } = writes
      const others = batch.patch(derived)
      const records = batch.changedRecords()
      const numbers = records.length + others.length
      const change = { numbers, fields, ...batch.headChange() }
      const last = rules.writesOthers ? await owned.raiseHead(userId, change) : batch.head.seq + numbers
      const first = last - numbers + 1
      await pause()
      await owned.write(
        userId,
        records.map((stored, index) => ({
          ...{ stored, seq: first + index, isNew: batch.isNew(stored.row.id) },
          // What is kept of a deleted record is kept until it is released.
          expiresAt: isKept(stored.row) ? null : expiry(stored.row.deletedAt),
        })),
        others.map((patch, index) => ({ ...patch, seq: first + records.length + index })),
        rules.writesOthers ? null : change,
      )
      if (released && released.ids.length > 0)
        await owned.release(userId, released.type, released.ids, later(clock()))
      announce(userId)
    }

    const inOne = (userId: string, writes: readonly Write<Content>[]) =>
      database.transaction(userId, () => apply(userId, writes)) as Promise<WriteResult<Content, Derived>[]>
    async function one(userId: string, write: Write<Content>): Promise<WriteResult<Content, Derived>> {
      const [written] = await inOne(userId, [write])
      if (!written) throw new Error('a write came to nothing')
      return written
    }

    async function repeated(
      userId: string,
      write: FingerprintedWrite,
    ): Promise<WriteResult<Content, Derived> | null> {
      const stored = await owned.find(write.id)
      if (stored?.userId !== userId || stored.type !== type) return null
      const version = versionOfFingerprint(stored.accepted, fingerprintOfWrite(write))
      if (version === null) return null
      const row = stored.row as StoredRecord<Content, Derived>
      return {
        ...{ status: 'UNCHANGED', conflict: null, version, error: null },
        ...{ row: row.deletedAt ? null : row, deletedAt: row.deletedAt },
      }
    }
    return { save: one, remove: one, apply: inOne, repeated }
  }

  return {
    kind,

    /** Has records never get ids that are those of something else. */
    claim(claim: Claim): void {
      claims.push(claim)
    },

    head: (userId: string): Promise<Head> => owned.head(userId),

    /** The person's records with some of the ids, and their tombstones, by their ids. */
    async findMany(userId: string, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
      const found = await owned.findMany(ids)
      return new Map(
        [...found].flatMap(([id, stored]) => (stored.userId === userId ? [[id, stored.row]] : [])),
      )
    },

    /** Everybody who has written something. */
    owners: (): Promise<string[]> => owned.owners(),

    /** Writes what follows for records from what is kept elsewhere. In the transaction of its change. */
    async derive(
      userId: string,
      { derived = [], head: fields = {} }: Omit<DerivedWrites, 'released'>,
    ): Promise<void> {
      const last = await owned.raiseHead(userId, { numbers: derived.length, fields })
      const first = last - derived.length + 1
      const placed = derived.map((patch, index) => ({ ...patch, seq: first + index }))
      for (const piece of chunk(placed, derivedAtOnce, () => 1)) {
        await owned.write(userId, [], piece)
        await yieldToEventLoop()
      }
      announce(userId)
    },

    /**
     * Gives a change its place in the feed whose content is kept elsewhere, in the transaction that makes the change.
     * Of one type, id and owner there is one entry.
     */
    async recordExternalChange(userId: string, { type, id, version, isDeleted, mark }: Note): Promise<void> {
      await database.transaction(userId, async () => {
        const known = await owned.findReference(userId, type, id)
        const wasThere = known !== null && known.row.deletedAt === null
        const more = Number(!isDeleted) - Number(wasThere)
        const seq = await owned.raiseHead(userId, { numbers: 1, counts: { [type]: more } })
        const now = clock()
        const deletedAt = isDeleted ? now : null
        const createdAt = known?.row.createdAt ?? now
        const row = { id, version, createdAt, updatedAt: now, deletedAt, content: null, derived: null }
        const before = known?.accepted ?? []
        const accepted = mark === null ? before : afterAccepting(before, mark, version)
        const stored = { row, userId, type, accepted }
        await owned.writeReference(id, { stored, seq, isNew: known === null, expiresAt: expiry(deletedAt) })
        announce(userId)
      })
    },

    /** The version that a change made whose mark was noted with it; null where none of the last has it. */
    async versionOfExternalChange(userId: string, { type, id, mark }: NoteMark): Promise<number | null> {
      const known = await owned.findReference(userId, type, id)
      return known && versionOfFingerprint(known.accepted, mark)
    },

    feed: owned.feed,

    /** All records and tombstones, each once, as they are when it is their turn. */
    async *every(userId: string): AsyncGenerator<FeedChange & StoredRecord> {
      for await (const { type, id, row } of owned.every(userId, readAtOnce)) yield { type, ...row, id }
    },

    /** Calls the listener after each change of what the user owns, on whichever instance. @returns ends it */
    onChange: (userId: string, listener: () => void): (() => void) => events.listen(topic(userId), listener),
  }
}

const isKept = ({ derived }: StoredRecord) => derived !== null && Object.keys(derived).length > 0

export type OwnedService = ReturnType<typeof ownedService>

/** What comes of a write that must not be done. */
export const refused = (error: AppError): WriteResult => ({
  ...{ status: 'REFUSED', conflict: null, version: null, row: null, deletedAt: null },
  error,
})

/** The same result, whose error names the field of the command, because the command does not send the content. */
export const withErrorField = (written: WriteResult, field: string): WriteResult =>
  written.error
    ? { ...written, error: new AppError(written.error.code, written.error.message, { field }) }
    : written

/** What came of a write that somebody asked for by itself. @throws AppError for what was wrong with it */
export function unwrapResult<Content extends object, Derived extends object>(
  written: WriteResult<Content, Derived>,
): WriteResult<Content, Derived> {
  if (written.error) throw written.error
  return written
}
