import { MalformedImageError } from './malformed-image-error.js'

/** A range of the original file (`to` is exclusive), new bytes, or a number of zeros. */
type PlanPart = { from: number; to: number } | { bytes: Buffer } | { zeros: number }

const maxParts = 65_536

/** The parts of a stripped file, in order. */
export interface CopyPlan {
  readonly parts: readonly PlanPart[]
  readonly size: number
  keep(from: number, to: number): void
  insert(bytes: Buffer): void
  insertZeros(length: number): void
}

export function createCopyPlan(): CopyPlan {
  const parts: PlanPart[] = []
  let size = 0

  function add(part: PlanPart, length: number): void {
    if (length === 0) return
    if (parts.length === maxParts) throw new MalformedImageError('the image has too many parts')
    parts.push(part)
    size += length
  }

  return {
    parts,
    get size() {
      return size
    },
    keep(from, to) {
      const last = parts.at(-1)
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
