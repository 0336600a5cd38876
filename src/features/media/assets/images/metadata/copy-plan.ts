import { MalformedImageError } from './malformed-image-error.js'

/** A range of the original file (`to` is exclusive), bytes of our own, or so many zeros. */
export type PlanPart = { from: number; to: number } | { bytes: Buffer } | { zeros: number }

const mostPieces = 65_536

/** What a stripped file is put together from, in order. */
export interface CopyPlan {
  readonly parts: readonly PlanPart[]
  readonly size: number
  keep(from: number, to: number): void
  insert(bytes: Buffer): void
  insertZeros(length: number): void
}

export function createCopyPlan(): CopyPlan {
  const pieces: PlanPart[] = []
  let size = 0

  function add(piece: PlanPart, length: number): void {
    if (length === 0) return
    if (pieces.length === mostPieces) throw new MalformedImageError('the image has too many parts')
    pieces.push(piece)
    size += length
  }

  return {
    parts: pieces,
    get size() {
      return size
    },
    keep(from, to) {
      const last = pieces.at(-1)
      if (last === undefined || !('from' in last) || last.to !== from) {
        add({ from, to }, to - from)
        return
      }
      last.to = to
      size += to - from
    },
    insert: bytes => add({ bytes: Buffer.from(bytes) }, bytes.length),
    insertZeros: length => add({ zeros: length }, length),
  }
}
