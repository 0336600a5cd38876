import { isDeepStrictEqual } from 'node:util'
import { Changes } from './operations.js'
import type { Model } from './model.js'
import type { Check } from './person.js'
import type { Session } from './session.js'
import type { Tally } from './tally.js'

type Kept = Map<string, object>

/** A copy that is kept by the feed alone, and has to be what was written. */
export function createFeed(session: Session, model: Model, check: Check, tally: () => Tally) {
  const copy: Kept = new Map()
  let cursor: string | null = null

  /** @returns the cursor to go on from; undefined where there was no answer to go on with */
  async function follow(since: string | null, known: Kept): Promise<string | undefined> {
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
    /** What is new. */
    async pull(): Promise<void> {
      const next = await follow(cursor, copy)
      if (next === undefined) return
      cursor = next
      check('the feed', missingIn(copy, model), [])
      check('the number of records in the feed', copy.size, expectedOf(model).size)
    },
    /** From the beginning: is anything not there that was acknowledged? */
    async verify(): Promise<void> {
      const all: Kept = new Map()
      if ((await follow(null, all)) === undefined) return
      for (const id of missingIn(all, model))
        tally().note(
          'lost',
          `${id}: ${JSON.stringify(all.get(id))}, not ${JSON.stringify(expectedOf(model).get(id))}`,
        )
      check('the number of records', all.size, expectedOf(model).size)
    },
  }
}

/** The records that are not as they were acknowledged. Of a photo it counts that it is there. */
function missingIn(known: Kept, model: Model): string[] {
  const isThere = (id: string, expected: object | null) =>
    expected === null ? known.has(id) : isDeepStrictEqual(known.get(id), expected)
  return [...expectedOf(model)].flatMap(([id, expected]) => (isThere(id, expected) ? [] : id))
}

function expectedOf({ workouts, weighings, photos }: Model): Map<string, object | null> {
  return new Map<string, object | null>([
    ...workouts,
    ...[...weighings.values()].map(weighing => [weighing.id, weighing] as const),
    ...[...photos.keys()].map(id => [id, null] as const),
  ])
}
