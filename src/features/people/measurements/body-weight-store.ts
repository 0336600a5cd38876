import { ObjectId, type Filter } from 'mongodb'
import type { CalendarDate } from '../../../lib/calendar.js'
import { derivedId } from '../../../lib/ids.js'
import type { Load } from '../../../lib/units.js'
import type { BulkWrite, Database, Entity } from '../../../platform/database/database.js'
import type { WeightMeasurement } from '../profile/body-weight.js'
import type { BodyWeightChanges } from './body-weight-changes.js'

/** The body weights of one user in one calendar year. */
interface BodyWeightYearDocument extends Entity {
  userId: ObjectId
  year: number
  /** Packed weights by date. Strings are read many times faster than documents. */
  days: Record<CalendarDate, string>
}

type Packed = [value: number, unit: Load['unit'], writtenAt: number]

export function bodyWeightStore(database: Database) {
  const years = database.collection<BodyWeightYearDocument>('bodyWeightYears', [
    { key: { userId: 1, year: 1 } },
  ])

  async function find(filter: Filter<BodyWeightYearDocument>, limit?: number): Promise<WeightMeasurement[]> {
    const found = await years.find(filter, { sort: { year: -1 }, ...(limit !== undefined && { limit }) })
    return found.reverse().flatMap(({ days }) =>
      Object.entries(days)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([date, text]) => unpack(date, text)),
    )
  }

  return {
    /** Ordered by date. */
    all: (userId: string): Promise<WeightMeasurement[]> => find({ userId: new ObjectId(userId) }),

    /** Reads the body weights of the years of a date range and of the last earlier year that has some, ordered by date. */
    around(userId: string, from: CalendarDate, to: CalendarDate): Promise<WeightMeasurement[]> {
      const [first, last] = [yearOf(from), yearOf(to)]
      // Every stored year contains a weight, so one more year includes the latest weight before the range.
      return find({ userId: new ObjectId(userId), year: { $lte: last } }, last - first + 2)
    },

    async write(
      userId: string,
      before: readonly WeightMeasurement[],
      changes: BodyWeightChanges,
    ): Promise<void> {
      const datesByYear = new Map<number, Set<CalendarDate>>()
      for (const { date } of before)
        datesByYear.set(yearOf(date), (datesByYear.get(yearOf(date)) ?? new Set()).add(date))
      const changedYears = new Set([...changes.keys()].map(yearOf))
      const writes = [...changedYears].flatMap(
        year => toWrite(userId, year, datesByYear.get(year), changes) ?? [],
      )
      if (writes.length > 0) await years.bulkWrite(writes)
    },

    async erase(userId: string): Promise<void> {
      await years.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type BodyWeightStore = ReturnType<typeof bodyWeightStore>

const yearOf = (date: CalendarDate) => Number(date.slice(0, 4))

const pack = ({ weight: { value, unit }, writtenAt }: WeightMeasurement): string =>
  JSON.stringify([value, unit, writtenAt.getTime()] satisfies Packed)

function unpack(date: CalendarDate, text: string): WeightMeasurement {
  const [value, unit, writtenAt] = JSON.parse(text) as Packed
  return { date, weight: { value, unit }, writtenAt: new Date(writtenAt) }
}

function toWrite(
  userId: string,
  year: number,
  knownDates: ReadonlySet<CalendarDate> | undefined,
  changes: BodyWeightChanges,
): BulkWrite<BodyWeightYearDocument> | null {
  const filter = { _id: new ObjectId(derivedId(userId, year)), userId: new ObjectId(userId) }
  const changesOfYear = [...changes].filter(([date]) => yearOf(date) === year)
  const set = changesOfYear.flatMap(([date, weight]) => (weight ? [[date, pack(weight)] as const] : []))
  const unset = changesOfYear
    .flatMap(([date, weight]) => (weight ? [] : [date]))
    .filter(date => knownDates?.has(date))
  if (!knownDates)
    return set.length > 0
      ? { insertOne: { document: { ...filter, year, days: Object.fromEntries(set) } } }
      : null
  const remaining = knownDates.size - unset.length + set.filter(([date]) => !knownDates.has(date)).length
  if (remaining === 0) return { deleteOne: { filter } }
  const field = (date: CalendarDate) => `days.${date}`
  const $set = Object.fromEntries(set.map(([date, text]) => [field(date), text]))
  const $unset = Object.fromEntries(unset.map(date => [field(date), true as const]))
  const update = { ...(set.length > 0 && { $set }), ...(unset.length > 0 && { $unset }) }
  return Object.keys(update).length > 0 ? { updateOne: { filter, update } } : null
}
