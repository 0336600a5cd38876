import type { Program } from './models.js'
import type { ProgramListing, ProgramRow } from './store.js'

/** What lists show of a stored program; null of a tombstone. */
export function listingOf(row: ProgramRow): ProgramListing | null {
  const { id, version, createdAt, updatedAt, content, derived } = row
  if (!content || !derived) return null
  const { title, description, level, goal, workoutSplit, visibility } = content
  const { publishedMark: _, ...follows } = derived
  return {
    ...{ id, version, createdAt, updatedAt },
    ...{ title, description, level, goal, workoutSplit, visibility: visibility ?? 'DRAFT' },
    ...follows,
  }
}

/** A stored program as its owner sees it. */
export function present(ownerId: string, row: ProgramRow | null): Program | null {
  const listing = row && listingOf(row)
  return listing && { ...listing, ownerId, loadedWeeks: row.content?.weeks ?? null }
}
