import { chunk } from '../../../lib/chunk.js'
import { forEachYielding } from '../../../lib/event-loop.js'
import type { OwnedService } from '../../owned/service.js'
import { precedingRange, yearsAround, type AnalyticsRequest } from './range.js'
import type { TrainingYearStore } from './store.js'
import { createSums, type Sums, type SumsSelection } from './sums.js'
import { trainingYearsOf } from './training-years.js'

/** Workouts and their exercises that are read together: more than ten years of training have. */
const maxWeightPerRead = 100_000

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  years: Pick<TrainingYearStore, 'find'>
}

/** What an answer needs of somebody's training. */
export interface RequestedSums extends SumsSelection {
  /** All there is, and not only the range and as much before it. */
  history: boolean
}

const parts = ['history', 'totals', 'exercises'] as const
const noEstimates: ReadonlySet<string> = new Set()

/**
 * Reads what somebody's training comes to: once, however many fields of an answer ask at the same time, and no more than
 * they need.
 */
export function sumsReader({ owned, years }: Dependencies, userId: string, wanted: AnalyticsRequest) {
  const asked = { history: false, totals: false, exercises: false, estimates: new Set<string>() }
  let reading: Promise<Sums> | undefined
  let hasBegun = false

  async function read(): Promise<Sums> {
    hasBegun = true
    const sums = createSums(wanted, { ...asked, estimates: new Set(asked.estimates) })
    const { history } = asked
    const trainingYears = trainingYearsOf(await owned.head(userId))
    const { first, last } = yearsAround({ from: precedingRange(wanted.range).from, to: wanted.range.to })
    const numbers = Object.keys(trainingYears).map(Number)
    const some = numbers.filter(year => history || (year >= first && year <= last))
    for (const piece of chunk(some, maxWeightPerRead, year => trainingYears[year] ?? 0))
      for (const texts of await years.find(userId, piece)) await forEachYielding(texts, sums.add)
    return sums
  }

  return (more: Partial<RequestedSums>): Promise<Sums> => {
    const { estimates = noEstimates } = more
    const isMore =
      parts.some(part => more[part] && !asked[part]) || [...estimates].some(id => !asked.estimates.has(id))
    if (hasBegun && isMore) reading = undefined
    for (const part of parts) asked[part] ||= more[part] ?? false
    for (const id of estimates) asked.estimates.add(id)
    // What is asked for in the same moment is read together.
    if (!reading) hasBegun = false
    return (reading ??= Promise.resolve().then(read))
  }
}
