import { badUserInputAt } from '../../../errors.js'
import { parseIdAt } from '../../../lib/ids.js'
import { parseTimestamp } from '../../../lib/timestamps.js'
import { days } from '../../../lib/quantities.js'
import { inputReader } from '../../../lib/input-reader.js'
import { multiLine } from '../../../lib/text.js'
import {
  progressPoses,
  type ProgressPhotoDetails,
  type ProgressPhotoDraft,
  type ProgressPhotoEdit,
  type ProgressPose,
} from './models.js'

export const maxNotesLength = 5000
const maxAgeYears = 100
/** Allows for clocks that are ahead. */
const futureTolerance = 1 * days

/** Reads the fields of a form. Empty fields are treated as missing. @throws AppError BAD_USER_INPUT */
export function readDetails(fields: ReadonlyMap<string, unknown>, now: Date): ProgressPhotoDetails {
  const text = (name: string): string | null => {
    const value = fields.get(name)
    if (value === undefined || value === '') return null
    if (typeof value === 'string') return value
    throw badUserInputAt(name, 'must be a text field that does not exceed its maximum length.')
  }
  const [id, pose, takenAt, notes] = [text('id'), text('pose'), text('takenAt'), text('notes')]
  return {
    id: id === null ? null : parseIdAt(id, 'id'),
    pose: pose === null ? null : parsePose(pose),
    takenAt: takenAt === null ? null : parseTakenAt(takenAt, now),
    notes: notes === null ? null : multiLine(notes, { field: 'notes', maxLength: maxNotesLength }) || null,
  }
}

function parsePose(text: string): ProgressPose {
  const pose = progressPoses.find(name => name === text)
  if (pose) return pose
  throw badUserInputAt('pose', `must be one of: ${progressPoses.join(', ')}.`)
}

function parseTakenAt(text: string, now: Date): Date {
  const takenAt = parseTimestamp(text)
  if (!takenAt) throw badUserInputAt('takenAt', 'must be a timestamp such as "2026-01-31T08:15:30.000Z".')
  assertTakenAtInRange(takenAt, now, 'takenAt')
  return takenAt
}

/** @throws AppError BAD_USER_INPUT if the time is too long ago or in the future */
export function assertTakenAtInRange(takenAt: Date, now: Date, path: string): void {
  const earliest = new Date(now)
  earliest.setUTCFullYear(now.getUTCFullYear() - maxAgeYears)
  if (takenAt < earliest) throw badUserInputAt(path, `must be at most ${maxAgeYears} years ago.`)
  if (takenAt.getTime() > now.getTime() + futureTolerance)
    throw badUserInputAt(path, 'must be at most one day in the future.')
}

interface ReadEdit {
  id: string
  expectedVersion: number | null
  edit: ProgressPhotoEdit
}

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readEdit(draft: ProgressPhotoDraft, path: string): ReadEdit {
  const input = inputReader(draft, path)
  const { pose = null, takenAt = null, expectedVersion = null } = draft
  const edit = { pose, takenAt, notes: input.lines('notes', maxNotesLength) }
  return { id: input.id('id'), expectedVersion, edit }
}
