import type { PauseInput, PauseReason } from '../../../../generated/operations/web-app.js'

export interface Pause {
  id: string
  /** Dates such as `2026-01-31`. */
  from: string
  to: string
  reason: PauseReason
}

export const pauseReasons: readonly PauseReason[] = ['HOLIDAY', 'ILLNESS', 'INJURY', 'OTHER']

/** The most days that the service accepts. */
export const maxPauseDays = 90

/** Says why a pause cannot be saved; null if it can. */
export function pauseProblem(
  { id, from, to }: Pick<PauseInput, 'id' | 'from' | 'to'>,
  others: readonly Pause[],
): 'dates' | 'overlap' | null {
  const days = (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000) + 1
  if (!(days >= 1 && days <= maxPauseDays)) return 'dates'
  return others.some(other => other.id !== id && other.from <= to && from <= other.to) ? 'overlap' : null
}
