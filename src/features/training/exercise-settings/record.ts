import { badUserInputAt, conflict } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import { setBounds } from '../../../lib/set-bounds.js'
import type { Database } from '../../../platform/database/database.js'
import { declareRecord } from '../../owned/declare-record.js'
import type { SaveWrite } from '../../owned/models.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseService } from '../exercises/service.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import type { ExerciseSettingsContent, ExerciseSettingsDraft } from './models.js'
import { presentSettings } from './service.js'

const maxSettings = 2000
const maxNoteLength = 2000
const maxBarNameLength = 100

interface Dependencies {
  owned: OwnedService
  database: Database
  exercises: Pick<ExerciseService, 'findMany'>
}

export const exerciseSettingsRecord = ({ owned, database, exercises }: Dependencies) =>
  declareRecord(
    { owned, database },
    {
      type: 'EXERCISE_SETTINGS',
      typename: 'ExerciseSettings',
      payload: 'exerciseSettings',
      list: {
        field: 'exerciseSettings',
        order: { field: 'updatedAt', type: 'date', direction: -1 },
        hasTotalCount: true,
      },
      present: presentSettings,
      unique: 'exerciseId',

      async prepare(userId, saves) {
        const exercisesById = await exercises.findMany(
          userId,
          saves.map(({ content }) => content.exerciseId),
        )
        return {
          validate({ content: { exerciseId }, expectedVersion, path }, { before, head }) {
            const isKept = before?.content?.exerciseId === exerciseId
            const exercise = exercisesById.get(exerciseId)
            if (!isKept && (!exercise || exercise.isDeleted)) throw unknownExercise(`${path}.exerciseId`)
            const isNew = before === null && expectedVersion === null
            if (isNew && (head.counts.EXERCISE_SETTINGS ?? 0) >= maxSettings)
              throw conflict(`You already have settings for ${maxSettings} exercises. Delete some first.`)
          },
        }
      },

      operations: recordType => ({
        saveExerciseSettings: saveOperation(recordType, readSettings),
        deleteExerciseSettings: deleteOperation(recordType),
      }),
    },
  )

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
function readSettings(draft: ExerciseSettingsDraft, path: string): SaveWrite<ExerciseSettingsContent> {
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
