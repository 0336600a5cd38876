import type { Load } from '../../../lib/units.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { GymService } from '../../training/gyms/service.js'
import { exerciseIdsOf } from '../../training/programs/weeks-summary.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { loadOfRecord, type CurrentRecords } from './initial-loads.js'
import type { ProgramVersions } from './program-reader.js'
import { easiest, hardest } from './progression/loads.js'
import { createPlan, isEvaluated, type Track } from './progression/plan.js'

/** An exercise about which an app asks before a user enrolls in a program. */
interface EnrollmentSetupItem {
  exerciseId: string
  needs: 'LOAD' | 'ONE_REP_MAX'
  /** Null if the service knows none. */
  suggestion: Load | null
  source: 'RECORD' | 'LAST_WORKOUT' | 'NONE'
}

interface Dependencies {
  programs: ProgramVersions
  exercises: Pick<ExerciseService, 'findMany'>
  workouts: Pick<WorkoutService, 'lastPerformances'>
  gyms: Pick<GymService, 'findAll'>
  profile: Pick<ProfileService, 'get'>
  records: CurrentRecords
}

/** An enrollment accepts as many starting loads. */
const maxItems = 100
const emptyBars = { KG: { value: 20, unit: 'KG' }, LB: { value: 45, unit: 'LB' } } as const

export const enrollmentSetupReader =
  ({ programs, exercises, workouts, gyms, profile, records }: Dependencies) =>
  /** @throws AppError NOT_FOUND, BAD_USER_INPUT if the program is not published */
  async (userId: string, programId: string): Promise<EnrollmentSetupItem[]> => {
    const version = await programs.version(userId, programId, null)
    const exercisesById = await exercises.findMany(userId, exerciseIdsOf(version.weeks))
    const conditions = { unit: 'KG' as const, equipment: null, increments: [] }
    const { tracks } = createPlan(version, { exercises: exercisesById, conditions })
    const unknown = new Map<string, Track>()
    for (const track of tracks.values())
      if (isLoadUnknown(track) && !unknown.has(track.exerciseId)) unknown.set(track.exerciseId, track)
    const needed = [...unknown.values()].slice(0, maxItems)
    const idsOf = (tracksOf: Track[]) => tracksOf.map(({ exerciseId }) => exerciseId)

    const [current, performances, emptyBar] = await Promise.all([
      records.findCurrent(userId, idsOf(needed.filter(isPercent))),
      workouts.lastPerformances(userId, idsOf(needed.filter(track => !isPercent(track)))),
      readEmptyBar(userId),
    ])
    const maxima = new Map(
      current
        .filter(({ type }) => type === 'ONE_RM')
        .map(record => [record.exerciseId, loadOfRecord(record)]),
    )
    return needed.map((track): EnrollmentSetupItem => {
      const { exerciseId } = track
      const needs = isPercent(track) ? 'ONE_REP_MAX' : 'LOAD'
      const maximum = maxima.get(exerciseId)
      if (maximum) return { exerciseId, needs, suggestion: maximum, source: 'RECORD' }
      const sets = performances.get(exerciseId)?.filter(isEvaluated) ?? []
      const last = hardest(
        sets.flatMap(({ load }) => load ?? []),
        track.isAssistance,
      )
      if (last) return { exerciseId, needs, suggestion: last, source: 'LAST_WORKOUT' }
      const suggestion = usesBarbell(exercisesById.get(exerciseId)) ? emptyBar : null
      return { exerciseId, needs, suggestion, source: 'NONE' }
    })

    /** The lightest bar of the default gym, else a usual one in the unit of the user. */
    async function readEmptyBar(id: string): Promise<Load> {
      const [all, user] = await Promise.all([gyms.findAll(id), profile.get(id)])
      const bars = all.find(gym => gym.isDefault)?.bars ?? []
      const lightest = easiest(
        bars.map(({ load }) => load),
        false,
      )
      return lightest ?? emptyBars[user.profile.weightUnit ?? 'KG']
    }
  }

const isPercent = ({ rule }: Track) => rule?.type === 'PERCENT'

/** Planned loads are known, and weight that is added to the body begins at 0. */
const isLoadUnknown = (track: Track) =>
  isPercent(track) ||
  (track.rule !== null &&
    track.measure === 'LOAD' &&
    track.hardestPlanned === null &&
    track.trackingType !== 'BODYWEIGHT_REPS')

const usesBarbell = (exercise: Exercise | undefined) => exercise?.equipment.includes('BARBELL') ?? false
