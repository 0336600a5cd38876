import type { SaveWrite, WriteResult } from '../../owned/models.js'

/** A record to be created. Another user can have a record with its id, if they have imported the same export. */
interface SaveWithFallback<Content extends object> {
  save: SaveWrite<Content>
  /** The id to use if another user has a record with the id of the save; null if that cannot happen. */
  fallbackId: string | null
}

/** The result of a save, and the id under which it was made. */
interface AppliedSave {
  id: string
  result: WriteResult
}

/** Applies saves, and those whose ids are taken again under their fallback ids. Returns the results in the same order. */
export async function applyWithFallbackIds<Content extends object>(
  saves: readonly SaveWithFallback<Content>[],
  apply: (saves: readonly SaveWrite<Content>[]) => Promise<WriteResult[]>,
): Promise<AppliedSave[]> {
  const applyAll = async (all: readonly SaveWrite<Content>[]): Promise<AppliedSave[]> => {
    const results = all.length > 0 ? await apply(all) : []
    return results.map((result, index) => ({ id: all[index]?.id ?? '', result }))
  }
  const applied = await applyAll(saves.map(({ save }) => save))
  const retries = saves.flatMap(({ save, fallbackId }, index) =>
    fallbackId !== null && applied[index]?.result.conflict === 'ID_TAKEN'
      ? [{ index, save: { ...save, id: fallbackId } }]
      : [],
  )
  const retried = await applyAll(retries.map(({ save }) => save))
  const retriedByIndex = new Map(retries.map(({ index }, position) => [index, retried[position]]))
  return applied.map((first, index) => retriedByIndex.get(index) ?? first)
}
