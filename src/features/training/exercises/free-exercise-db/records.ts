import { readRecord } from './read-record.js'
import { describeType, quoted, type Fields } from './record-fields.js'
import type { ExerciseEntry } from '../../../../lib/exercise-vocabulary.js'

export interface Skipped {
  /** The position of the record, starting at 1, and its name. */
  record: string
  reason: string
}

export interface Records {
  entries: ExerciseEntry[]
  skipped: Skipped[]
  /** The number of records with images. */
  withImages: number
}

/** Reads the valid records of a file, and the reasons why the others are skipped. */
export function readRecords(records: readonly unknown[]): Records {
  const placeOf = new Map<string, number>()
  const result: Records = { entries: [], skipped: [], withImages: 0 }

  for (const [index, record] of records.entries()) {
    const position = index + 1
    const skip = (reason: string) => result.skipped.push({ record: labelOf(position, record), reason })
    if (hasImages(record)) result.withImages++
    const reading = readRecord(record)
    if ('problem' in reading) {
      skip(reading.problem)
      continue
    }
    const { slug } = reading.entry
    const first = placeOf.get(slug)
    if (first !== undefined) {
      skip(`record ${first} has the same id.`)
      continue
    }
    placeOf.set(slug, position)
    result.entries.push(reading.entry)
  }
  return result
}

const isFields = (record: unknown): record is Fields => describeType(record) === 'an object'

function labelOf(position: number, record: unknown): string {
  const name = isFields(record) ? record['name'] : undefined
  return typeof name === 'string' ? `record ${position} (${quoted(name)})` : `record ${position}`
}

function hasImages(record: unknown): boolean {
  const images = isFields(record) ? record['images'] : undefined
  return Array.isArray(images) && images.length > 0
}
