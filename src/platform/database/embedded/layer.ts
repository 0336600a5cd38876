import type { Change } from './disk.js'

/** What one writer has changed in memory, until it is on disk or undone. */
export interface Layer {
  /** Each document as the writer left it. */
  readonly changes: Map<string, Change>
  /** Takes the changes back, to be run from the last to the first. */
  readonly undo: (() => void)[]
  /** Forgets the versions from before. */
  readonly forget: (() => void)[]
  /** Memory was read again from the disk meanwhile, and the changes are gone. */
  isLost: boolean
}

export const createLayer = (): Layer => ({ changes: new Map(), undo: [], forget: [], isLost: false })

export function undo(layer: Layer): void {
  if (layer.isLost) return
  for (const step of layer.undo.reverse()) step()
  layer.changes.clear()
  layer.forget.length = 0
}
