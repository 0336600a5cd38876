import { JSONParser } from '@streamparser/json'
import { KiB } from '../../../../lib/quantities.js'
import {
  accountValidator,
  exerciseValidator,
  referenceValidator,
  workoutValidator,
  type ExportedExercise,
  type ExportedProfile,
  type ExportedWorkout,
  type ReferencedExercise,
} from './export-schemas.js'
import { isRestoredType, readExportedRecord, type ExportedRecord } from './exported-records.js'
import { structureGuard } from './structure-guard.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** The bytes that are parsed before their items are yielded. */
const chunkSize = 16 * KiB

/** An item of `data.json` that is imported, or the problem of an invalid one. Records are numbered from 1. */
type ExportItem =
  | { number: number; workout: ExportedWorkout }
  | { number: number; exercise: ExportedExercise }
  | { number: number; record: ExportedRecord }
  | { number: number; reference: ReferencedExercise }
  | { number: number; profile: ExportedProfile }
  | { number: number; problem: string }

/** Yields the items of a `data.json`, in the order of the file. @throws UnreadableFileError */
export async function* readExportItems(bytes: AsyncIterable<Buffer>): AsyncGenerator<ExportItem> {
  const found: ExportItem[] = []
  let number = 0
  let format: unknown
  let version: unknown
  // Select the items of all lists, so that lists that are not imported are also parsed item by item.
  const parser = new JSONParser({ paths: ['$.format', '$.version', '$.*.*'], keepStack: false })
  const guard = structureGuard()
  parser.onToken = guard.onToken
  parser.onValue = ({ value, key, stack }) => {
    guard.endItem()
    const list = stack[1]?.key
    if (stack.length === 1) {
      if (key === 'format') format = value
      else version = value
    } else if (list === 'exercises') {
      if (referenceValidator.Check(value)) found.push({ number, reference: value })
    } else if (list === 'account') {
      if (accountValidator.Check(value)) found.push({ number, profile: value.profile as ExportedProfile })
    } else if (list === 'records') found.push(...toItems(++number, value))
  }
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += chunkSize) {
      const part = chunk.subarray(from, from + chunkSize)
      guard.addBytes(part.length)
      parse(parser, part)
      if (found.length > 0) assertSupportedFormat(format, version)
      yield* found.splice(0)
    }
  assertSupportedFormat(format, version)
}

function parse(parser: JSONParser, chunk: Buffer): void {
  try {
    parser.write(chunk)
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    throw new UnreadableFileError('The file is damaged: it is not valid JSON.', { cause: error })
  }
}

/** @throws UnreadableFileError */
function assertSupportedFormat(format: unknown, version: unknown): void {
  if (format !== 'fitness-training-export' || version !== 1)
    throw new UnreadableFileError('The file is JSON, but not a data.json that this service can read.')
}

function toItems(number: number, value: unknown): ExportItem[] {
  const { type, content } = (value ?? {}) as { type?: unknown; content?: unknown }
  // Tombstones have no content.
  if (content === null || (type !== 'WORKOUT' && type !== 'EXERCISE' && !isRestoredType(type))) return []
  const record = isRestoredType(type) ? readExportedRecord(value) : null
  if (record) return [{ number, record }]
  if (workoutValidator.Check(value)) return [{ number, workout: value }]
  if (exerciseValidator.Check(value)) return [{ number, exercise: value }]
  return [{ number, problem: 'The record does not have the format of this service.' }]
}
