import { isDeepStrictEqual } from 'node:util'
import type { Load } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { Exercise } from '../exercises/models.js'
import type { ExerciseService } from '../exercises/service.js'
import { defaultLoadMode } from '../../../lib/exercise-vocabulary.js'
import type { DerivedPatch, DerivedWrites, RecordChange } from '../../owned/models.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { LateProvider } from '../../../lib/late-provider.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import type { OwnedService } from '../../owned/service.js'
import { readBodyWeights, type BodyWeightDependencies } from './body-weight.js'
import { versionChange, type ChangeCause, type WorkoutListeners } from './listeners.js'
import type { WorkoutContent, WorkoutDerived } from './models.js'
import { performedExercises } from './performed.js'
import type { ProgramDays } from './start-sources.js'
import { assertKnownExercises, assertTimesInRange } from './rules.js'

export interface WorkoutRecordTypeDependencies extends BodyWeightDependencies {
  owned: OwnedService
  exercises: Pick<ExerciseService, 'findMany'>
  listeners: Pick<WorkoutListeners, 'apply'>
  consents: Pick<ConsentService, 'missingConsentError'>
  programDays: Pick<LateProvider<ProgramDays>, 'get'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish'>
  clock: () => Date
}

interface Options {
  cause: ChangeCause
  /** The body weight of a workout from another source. It is used if there is no measurement. */
  knownBodyWeight?: (workoutId: string) => Load | null
}

type WorkoutRecordType = RecordTypeService<WorkoutContent, WorkoutDerived>
type WorkoutRecordChange = RecordChange<WorkoutContent, WorkoutDerived>

/** The topic of events that announce changes of a workout. */
export const topicOf = (workoutId: string) => `workout:${workoutId}`

export function workoutRecordType(
  dependencies: WorkoutRecordTypeDependencies,
  { cause, knownBodyWeight }: Options,
): WorkoutRecordType {
  const { owned, exercises, consents, listeners, programDays, database, events, clock } = dependencies

  return owned.defineRecordType<WorkoutContent, WorkoutDerived>({
    type: 'WORKOUT',
    isImport: cause === 'IMPORT',
    isActive: ({ endedAt }) => endedAt === null,
    unique: 'externalKey',
    uniqueConflict: 'EXTERNAL_ID',

    async prepare(userId, saves) {
      const exercisesById = await exercises.findMany(userId, exerciseIdsOf(saves))
      const validateDay = await programDays.get().validator(
        userId,
        saves.flatMap(({ content }) => content.programDay ?? []),
      )
      const hasHealth = saves.some(({ content }) => content.health)
      const keepsHealth = hasHealth && (await consents.missingConsentError(userId, 'HEALTH_DATA')) === null
      const now = clock()
      return {
        complete: content => withLoadModes(keepsHealth ? content : withoutHealth(content), exercisesById),
        validate(save, { before }) {
          assertTimesInRange(save, now)
          assertKnownExercises(save, exercisesById)
          const { programDay } = save.content
          // Programs change, so a day that was valid when it was saved stays valid.
          if (programDay && !isDeepStrictEqual(programDay, before?.content?.programDay))
            validateDay(programDay, `${save.path}.programDay`)
        },
      }
    },

    async derive(userId, changes, head): Promise<DerivedWrites> {
      const rows = changes.flatMap(({ before, after }) => [before, after])
      const exercisesById = await exercises.findMany(userId, exerciseIdsOf(rows))
      const saved = changes.flatMap(({ after }) => after?.content ?? [])
      const bodyWeightOf = await readBodyWeights(userId, saved, head, dependencies)
      const weightOf = ({ id, after }: WorkoutRecordChange) =>
        after?.content ? bodyWeightOf(after.content, knownBodyWeight?.(id)) : null
      const versions = changes.map(change => versionChange(change, weightOf(change), exercisesById))
      const ownPatches = changes.flatMap(change => toPatch(change, weightOf(change)) ?? [])
      const writes = await listeners.apply(userId, versions, { cause, head }, ownPatches)
      const patched = (writes.derived ?? []).filter(({ type }) => type === 'WORKOUT')
      const ids = new Set([...changes, ...patched].map(({ id }) => id))
      database.afterCommit(() => {
        for (const id of ids) events.publish(topicOf(id), '')
      })
      return writes
    },
  })
}

const exerciseIdsOf = (rows: readonly ({ content: WorkoutContent | null } | null)[]) =>
  rows.flatMap(row => row?.content?.exercises.map(({ exerciseId }) => exerciseId) ?? [])

function withoutHealth(content: WorkoutContent): WorkoutContent {
  const { health: _health, externalKey: _externalKey, ...rest } = content
  return rest
}

/** Gives sets without a load mode the default of their exercise. */
function withLoadModes(
  content: WorkoutContent,
  exercisesById: ReadonlyMap<string, Pick<Exercise, 'trackingType'>>,
): WorkoutContent {
  const isComplete = content.exercises.every(({ sets }) => sets.every(({ loadMode }) => loadMode !== null))
  if (isComplete) return content
  return {
    ...content,
    exercises: content.exercises.map(entry => {
      const loadMode = defaultLoadMode(exercisesById.get(entry.exerciseId)?.trackingType ?? 'WEIGHT_REPS')
      return { ...entry, sets: entry.sets.map(set => ({ ...set, loadMode: set.loadMode ?? loadMode })) }
    }),
  }
}

function toPatch({ id, after }: WorkoutRecordChange, bodyWeight: Load | null): DerivedPatch | null {
  if (!after?.content) return null
  return { id, type: 'WORKOUT', set: { bodyWeight, performed: performedExercises(after.content) } }
}
