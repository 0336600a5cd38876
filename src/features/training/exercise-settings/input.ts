import { badUserInputAt } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import { setBounds } from '../../../lib/set-bounds.js'
import type { SaveWrite } from '../../owned/models.js'
import type { ExerciseSettingsContent, ExerciseSettingsDraft } from './models.js'

const maxNoteLength = 2000
const maxBarNameLength = 100

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readSettings(draft: ExerciseSettingsDraft, path: string): SaveWrite<ExerciseSettingsContent> {
  const settings = inputReader(draft, path)
  const values = {
    note: settings.lines('note', maxNoteLength),
    restSeconds: settings.integer('restSeconds', setBounds.restSeconds),
    unit: draft.unit ?? null,
    increment: settings.load('increment'),
    barName: settings.line('barName', maxBarNameLength),
  }
  if (values.increment?.value === 0)
    throw badUserInputAt(settings.at('increment.value'), 'must be more than 0.')
  if (Object.values(values).every(value => value === null))
    throw badUserInputAt(path, 'must have at least one value.')
  return {
    id: settings.id('id'),
    expectedVersion: draft.expectedVersion ?? null,
    content: { exerciseId: settings.id('exerciseId'), ...values },
    path,
  }
}
