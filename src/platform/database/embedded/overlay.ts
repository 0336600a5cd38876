/** One document as it is to be on disk; null bytes mean that it is gone. */
export interface Change {
  collection: string
  id: string
  bytes: Uint8Array | null
}

/** What one writer has changed in memory, until it is on disk or undone. */
export interface Overlay {
  /** Each document as the writer left it. */
  readonly changes: Map<string, Change>
  /** Takes the changes back, to be run from the last to the first. */
  readonly undo: (() => void)[]
  /** Forgets the versions from before. */
  readonly discard: (() => void)[]
  /** Why the changes are gone from memory, although the writer has not undone them. */
  lossCause: unknown
}

export const createOverlay = (): Overlay => ({
  changes: new Map(),
  undo: [],
  discard: [],
  lossCause: undefined,
})

export function undoOverlay(layer: Overlay): void {
  if (layer.lossCause !== undefined) return
  for (const step of layer.undo.splice(0).reverse()) step()
  layer.changes.clear()
  layer.discard.length = 0
}
