/** The new state of a document. `bytes` is null if it was deleted. */
export interface Change {
  collection: string
  id: string
  bytes: Uint8Array | null
}

/** The changes of one writer in memory, until they are on disk or undone. */
export interface Overlay {
  /** The final state of each changed document. */
  readonly changes: Map<string, Change>
  /** Steps that undo the changes, to be run in reverse order. */
  readonly undo: (() => void)[]
  /** Steps that discard the previous versions. */
  readonly discard: (() => void)[]
  /** The reason why the changes were lost without being undone by the writer. */
  lossCause: unknown
}

export const createOverlay = (): Overlay => ({
  changes: new Map(),
  undo: [],
  discard: [],
  lossCause: undefined,
})

export function undoOverlay(overlay: Overlay): void {
  if (overlay.lossCause !== undefined) return
  for (const step of overlay.undo.splice(0).reverse()) step()
  overlay.changes.clear()
  overlay.discard.length = 0
}
