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
const yearsBack = 100
/** For clocks that are ahead. */
const ahead = 1 * days

/** Fields of a form; an empty one says nothing. @throws AppError BAD_USER_INPUT that begins with the field's name */
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
    pose: pose === null ? null : poseOf(pose),
    takenAt: takenAt === null ? null : timely(takenAt, now),
    notes: notes === null ? null : multiLine(notes, { field: 'notes', maxLength: maxNotesLength }) || null,
  }
}

function poseOf(text: string): ProgressPose {
  const pose = progressPoses.find(name => name === text)
  if (pose) return pose
  throw badUserInputAt('pose', `must be one of: ${progressPoses.join(', ')}.`)
}

function timely(text: string, now: Date): Date {
  const moment = parseTimestamp(text)
  if (!moment) throw badUserInputAt('takenAt', 'must be a timestamp such as "2026-01-31T08:15:30.000Z".')
  assertTakenAtInRange(moment, now, 'takenAt')
  return moment
}

/** @throws AppError BAD_USER_INPUT for a photo that was taken too long ago, or after now */
export function assertTakenAtInRange(takenAt: Date, now: Date, path: string): void {
  const earliest = new Date(now)
  earliest.setUTCFullYear(now.getUTCFullYear() - yearsBack)
  if (takenAt < earliest) throw badUserInputAt(path, `must be at most ${yearsBack} years ago.`)
  if (takenAt.getTime() > now.getTime() + ahead)
    throw badUserInputAt(path, 'must be at most one day in the future.')
}

/** A change of a photo as it is sent. */
export interface ReadEdit {
  id: string
  expectedVersion: number | null
  edit: ProgressPhotoEdit
  path: string
}

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readEdit(draft: ProgressPhotoDraft, path: string): ReadEdit {
  const sent = inputReader(draft, path)
  const { pose = null, takenAt = null, expectedVersion = null } = draft
  const edit = { pose, takenAt, notes: sent.lines('notes', maxNotesLength) }
  return { id: sent.id('id'), expectedVersion, edit, path }
}
