/** One document as it is to be on disk; null bytes mean that it is gone. */
export interface Change {
  collection: string
  id: string
  bytes: Uint8Array | null
}

/** What one writer has changed in memory, until it is on disk or undone. */
export interface Layer {
  /** Each document as the writer left it. */
  readonly changes: Map<string, Change>
  /** Takes the changes back, to be run from the last to the first. */
  readonly undo: (() => void)[]
  /** Forgets the versions from before. */
  readonly forget: (() => void)[]
  /** Why the changes are gone from memory, although the writer has not undone them. */
  lostBy: unknown
}

export const createLayer = (): Layer => ({ changes: new Map(), undo: [], forget: [], lostBy: undefined })

export function undo(layer: Layer): void {
  if (layer.lostBy !== undefined) return
  for (const step of layer.undo.splice(0).reverse()) step()
  layer.changes.clear()
  layer.forget.length = 0
}
