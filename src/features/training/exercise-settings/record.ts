import { conflict } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import { declareRecord } from '../../owned/declare-record.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseService } from '../exercises/service.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import { readSettings } from './input.js'
import { presentSettings } from './service.js'

const maxSettings = 2000

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
