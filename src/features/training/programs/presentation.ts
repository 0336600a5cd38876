import type { Program } from './models.js'
import type { ProgramListing, StoredProgram } from './store.js'

/** Null for a tombstone. */
export function toListing(row: StoredProgram): ProgramListing | null {
  const { id, version, createdAt, updatedAt, content, derived } = row
  if (!content || !derived) return null
  const { title, description, level, goal, workoutSplit, visibility } = content
  const { publishedFingerprint: _, ...listed } = derived
  return {
    id,
    version,
    createdAt,
    updatedAt,
    title,
    description,
    level,
    goal,
    workoutSplit,
    visibility: visibility ?? 'DRAFT',
    ...listed,
  }
}

/** A stored program as its owner sees it. */
export function present(ownerId: string, row: StoredProgram | null): Program | null {
  const listing = row && toListing(row)
  return listing && { ...listing, ownerId, loadedWeeks: row.content?.weeks ?? null }
}
