import { badUserInputAt, conflict } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import { declareRecord } from '../../owned/declare-record.js'
import type { StoredRecord } from '../../owned/models.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import { unknownExercise } from '../../training/exercises/unknown-exercise.js'
import { isEstimable } from '../records/bests.js'
import { readGoal, requirementsOf } from './input.js'
import { maxGoals } from './limits.js'
import type { GoalContent, GoalDerived, TrainingGoal } from './models.js'
import type { GoalService } from './service.js'

interface Dependencies {
  owned: OwnedService
  database: Database
  exercises: Pick<ExerciseService, 'findMany'>
  consents: Pick<ConsentService, 'missingConsentError'>
  goals: Pick<GoalService, 'derive'>
}

export const goalRecord = ({ owned, database, exercises, consents, goals }: Dependencies) =>
  declareRecord(
    { owned, database },
    {
      type: 'GOAL',
      typename: 'TrainingGoal',
      payload: 'goal',
      list: {
        field: 'goals',
        order: { field: 'content.startsOn', type: 'string', direction: -1 },
        maxCount: maxGoals,
      },
      present: presentGoal,

      async prepare(userId, saves) {
        const ids = saves.flatMap(({ content }) => content.exerciseId ?? [])
        const exercisesById = await exercises.findMany(userId, ids)
        const needsConsent = saves.some(({ content }) => content.kind === 'BODY_WEIGHT')
        const consentError = needsConsent
          ? await consents.missingConsentError(userId, 'BODY_MEASUREMENTS')
          : null
        return {
          validate({ content: { kind, exerciseId }, expectedVersion, path }, { before, head }) {
            if (consentError && kind === 'BODY_WEIGHT') throw consentError
            const isKept = exerciseId === before?.content?.exerciseId && kind === before.content.kind
            if (exerciseId !== null && !isKept) {
              const exercise = exercisesById.get(exerciseId)
              if (!exercise || exercise.isDeleted) throw unknownExercise(`${path}.exerciseId`)
              const { trackingTypes } = requirementsOf[kind]
              if (trackingTypes?.includes(exercise.trackingType) === false)
                throw badUserInputAt(
                  `${path}.exerciseId`,
                  `must be an exercise with the tracking type ${trackingTypes.join(' or ')}.`,
                )
              if (kind === 'ONE_RM' && !isEstimable(exercise))
                throw badUserInputAt(
                  `${path}.exerciseId`,
                  'must be an exercise whose one-repetition maximum is estimated: with an external load, or at least 90 % of the body weight.',
                )
            }
            const isNew = before === null && expectedVersion === null
            if (isNew && (head.counts.GOAL ?? 0) >= maxGoals)
              throw conflict(`You already have ${maxGoals} goals. Delete one first.`)
          },
        }
      },

      derive: (userId, changes, head) =>
        goals.derive(
          userId,
          changes.flatMap(({ after }) => after ?? []),
          head,
        ),

      operations: recordType => ({
        saveGoal: saveOperation(recordType, readGoal),
        deleteGoal: deleteOperation(recordType),
      }),
    },
  )

function presentGoal({
  id,
  version,
  createdAt,
  updatedAt,
  content,
  derived,
}: StoredRecord<GoalContent, GoalDerived>): TrainingGoal | null {
  if (!content) return null
  const { value = null, startValue = null, achievedAt = null } = derived ?? {}
  return { id, version, createdAt, updatedAt, ...content, value, startValue, achievedAt }
}
