import { isDeepStrictEqual } from 'node:util'
import { Changes } from './operations.js'
import type { Model } from './model.js'
import type { Check } from './user.js'
import type { Session } from './session.js'
import type { Statistics } from './statistics.js'

type RecordCopy = Map<string, object>

/** Keeps a copy of the records from the change feed alone and compares it with the acknowledged writes. */
export function createFeed(session: Session, model: Model, check: Check, statistics: () => Statistics) {
  const copy: RecordCopy = new Map()
  let cursor: string | null = null

  /** @returns the next cursor; undefined when a request failed */
  async function readFeed(since: string | null, known: RecordCopy): Promise<string | undefined> {
    for (let from = since; ;) {
      const page = (await session.query(Changes, { since: from }))?.changes
      if (!page) return undefined
      for (const { recordId: id, type, record } of page.changes) {
        if (!['WORKOUT', 'MEASUREMENT', 'PROGRESS_PHOTO'].includes(type)) continue
        if (record) known.set(id, record)
        else known.delete(id)
      }
      from = page.cursor
      if (!page.hasMore) return page.cursor
    }
  }

  return {
    /** Applies the changes since the last call. */
    async pull(): Promise<void> {
      const next = await readFeed(cursor, copy)
      if (next === undefined) return
      cursor = next
      check('the feed', missingIn(copy, model), [])
      check('the number of records in the feed', copy.size, expectedOf(model).size)
    },
    /** Reads the feed from the beginning and reports acknowledged records that it lacks. */
    async verify(): Promise<void> {
      const all: RecordCopy = new Map()
      if ((await readFeed(null, all)) === undefined) return
      for (const id of missingIn(all, model))
        statistics().recordProblem(
          'lost',
          `${id}: ${JSON.stringify(all.get(id))}, not ${JSON.stringify(expectedOf(model).get(id))}`,
        )
      check('the number of records', all.size, expectedOf(model).size)
    },
  }
}

/** Ids of records that differ from their acknowledged state. A photo only has to be present. */
function missingIn(known: RecordCopy, model: Model): string[] {
  const isCopied = (id: string, expected: object | null) =>
    expected === null ? known.has(id) : isDeepStrictEqual(known.get(id), expected)
  return [...expectedOf(model)].flatMap(([id, expected]) => (isCopied(id, expected) ? [] : id))
}

function expectedOf({ workouts, measurements, photos }: Model): Map<string, object | null> {
  return new Map<string, object | null>([
    ...workouts,
    ...[...measurements.values()].map(measurement => [measurement.id, measurement] as const),
    ...[...photos.keys()].map(id => [id, null] as const),
  ])
}
