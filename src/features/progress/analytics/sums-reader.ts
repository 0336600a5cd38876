import { forEachYielding } from '../../../lib/event-loop.js'
import type { OwnedService } from '../../owned/service.js'
import { precedingRange, yearsAround, type AnalyticsRequest } from './range.js'
import type { TrainingYearStore } from './store.js'
import { createSums, type Sums, type SumsSelection } from './sums.js'
import { chunkYears, trainingYearsOf } from './training-years.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  years: Pick<TrainingYearStore, 'find'>
}

interface RequestedSums extends SumsSelection {
  /** Reads the whole history instead of only the range and the preceding one. */
  history: boolean
}

const parts = ['history', 'totals', 'exercises'] as const
const noEstimates: ReadonlySet<string> = new Set()

/**
 * Returns a function that reads the sums of a user's training. Fields that request sums in the same tick share one read,
 * which is limited to what they need.
 */
export function sumsReader({ owned, years }: Dependencies, userId: string, request: AnalyticsRequest) {
  const requested = { history: false, totals: false, exercises: false, estimates: new Set<string>() }
  let reading: Promise<Sums> | undefined
  let hasStarted = false

  async function read(): Promise<Sums> {
    hasStarted = true
    const sums = createSums(request, { ...requested, estimates: new Set(requested.estimates) })
    const { history } = requested
    const trainingYears = trainingYearsOf(await owned.head(userId))
    const { first, last } = yearsAround({ from: precedingRange(request.range).from, to: request.range.to })
    const numbers = Object.keys(trainingYears).map(Number)
    const required = numbers.filter(year => history || (year >= first && year <= last))
    for (const batch of chunkYears(required, trainingYears))
      for (const entries of await years.find(userId, batch))
        await forEachYielding(Object.values(entries), sums.add)
    return sums
  }

  return (selection: Partial<RequestedSums>): Promise<Sums> => {
    const { estimates = noEstimates } = selection
    const addsSums =
      parts.some(part => selection[part] && !requested[part]) ||
      [...estimates].some(id => !requested.estimates.has(id))
    if (hasStarted && addsSums) reading = undefined
    for (const part of parts) requested[part] ||= selection[part] ?? false
    for (const id of estimates) requested.estimates.add(id)
    if (!reading) hasStarted = false
    return (reading ??= Promise.resolve().then(read))
  }
}
