import type { Level, Muscle } from '../../../lib/exercise-vocabulary.js'
import type { Experience, Goal, TrainingDetails } from '../../people/profile/fields.js'
import type {
  Program,
  RecommendationReason,
  ProgramRecommendation,
  RecommendationReasonKind,
} from './models.js'

export type TrainingPreferences = Pick<
  TrainingDetails,
  'goal' | 'workoutSplit' | 'muscleFocus' | 'frequency' | 'experience'
>

/** The weights of the criteria. Goal and experience outweigh unused sessions. */
const weights = { goal: 40, experience: 30, frequency: 15, split: 10, focus: 5 }

/** A muscle with fewer sets per week is not a focus of the program. */
const minFocusSets = 6
/** The number of sets per week of a muscle for the full score. */
const fullScoreSets = 15

/** For each goal, the other goals whose programs suit it as well. */
const relatedGoals: Record<Goal, readonly Goal[]> = {
  lose_weight: ['general_fitness', 'improve_endurance', 'build_muscle', 'maintain_weight'],
  build_muscle: ['increase_strength', 'general_fitness'],
  increase_strength: ['build_muscle'],
  improve_endurance: ['general_fitness', 'lose_weight'],
  general_fitness: ['maintain_weight', 'lose_weight', 'improve_endurance', 'build_muscle'],
  maintain_weight: ['general_fitness', 'build_muscle', 'improve_endurance', 'lose_weight'],
}

const rankOfLevel: Record<Level, number> = { BEGINNER: 0, INTERMEDIATE: 1, EXPERT: 2 }
const rankOfExperience: Record<Experience, number> = { beginner: 0, intermediate: 1, advanced: 2 }

/** How well a program fits one part of the profile. */
interface Criterion {
  weight: number
  /** The share of the weight that the program earns, 0 to 1. */
  fit: number
  kind: RecommendationReasonKind | null
  isContradiction?: boolean
  muscles?: Muscle[]
}

/** Ranks programs by their fit, those that contradict the profile below all others. */
export function recommendPrograms(
  programs: readonly Program[],
  preferences: TrainingPreferences,
): ProgramRecommendation[] {
  const suitable = programs.filter(program => !isMobility(program) || !isAboutMuscles(preferences))
  const scored = suitable.map(program => {
    const criteria = scoreCriteria(program, preferences)
    return { program, score: totalScore(criteria), reasons: reasonsOf(criteria) }
  })
  scored.sort((left, right) => right.score - left.score || compareDifficulty(left.program, right.program))
  return scored.map(({ score, ...rest }) => ({ ...rest, score: Math.floor(score) }))
}

/** Orders easier programs first. */
function compareDifficulty(left: Program, right: Program): number {
  const levels = rankOfLevel[left.level ?? 'BEGINNER'] - rankOfLevel[right.level ?? 'BEGINNER']
  return levels || left.sessionsPerWeek - right.sessionsPerWeek || (left.slug < right.slug ? -1 : 1)
}

/** Omits the criteria that the profile does not specify. */
function scoreCriteria(program: Program, preferences: TrainingPreferences): Criterion[] {
  const criteria = [
    scoreGoal(program, preferences),
    scoreExperience(program, preferences),
    scoreFrequency(program, preferences),
    scoreSplit(program, preferences),
    scoreMuscleFocus(program, preferences),
  ]
  return criteria.filter(criterion => criterion !== null)
}

/** From 50 to 100 without contradictions; below 50 with one, below 25 with two, and so on. */
function totalScore(criteria: readonly Criterion[]): number {
  const weight = criteria.reduce((sum, criterion) => sum + criterion.weight, 0)
  const weightedSum = criteria.reduce((sum, criterion) => sum + criterion.weight * criterion.fit, 0)
  const fit = weight === 0 ? 0 : weightedSum / weight
  const contradictions = criteria.filter(({ isContradiction }) => isContradiction).length
  return contradictions === 0 ? 50 + 50 * fit : (49 * fit) / 2 ** (contradictions - 1)
}

/** Ordered by weight, the highest first. */
const reasonsOf = (criteria: readonly Criterion[]): RecommendationReason[] =>
  [...criteria]
    .sort((left, right) => right.weight - left.weight)
    .flatMap(({ kind, isContradiction = false, muscles = [] }) =>
      kind === null ? [] : [{ kind, isContradiction, muscles }],
    )

/** Returns whether a program only makes mobile: its exercises count for no muscle. */
const isMobility = ({ goal, weeklySets }: Program) =>
  goal === 'general_fitness' && Object.keys(weeklySets).length === 0

const isAboutMuscles = ({ goal }: TrainingPreferences) =>
  goal === 'build_muscle' || goal === 'increase_strength'

function scoreGoal(program: Program, { goal, frequency }: TrainingPreferences): Criterion | null {
  if (isMobility(program)) {
    // Once a week leaves little else that a program could do.
    const fit = goal === 'general_fitness' && frequency === 1 ? 1 : 0
    return { weight: goal === null ? 0 : weights.goal, fit, kind: 'MOBILITY' }
  }
  if (goal === null) return null
  const weight = weights.goal
  if (program.goal === goal) return { weight, fit: 1, kind: 'GOAL' }
  const isRelated = program.goal !== null && relatedGoals[goal].includes(program.goal)
  return isRelated ? { weight, fit: 0.5, kind: 'RELATED_GOAL' } : { weight, fit: 0, kind: null }
}

function scoreExperience({ level }: Program, { experience }: TrainingPreferences): Criterion | null {
  if (experience === null) return null
  const weight = weights.experience
  if (level === null) return { weight, fit: 0.5, kind: null }
  const levelsAbove = rankOfLevel[level] - rankOfExperience[experience]
  if (levelsAbove === 0) return { weight, fit: 1, kind: 'EXPERIENCE' }
  if (levelsAbove > 0) return { weight, fit: 0, kind: 'HARDER', isContradiction: true }
  if (levelsAbove === -1) return { weight, fit: 0.5, kind: 'EASIER' }
  return { weight, fit: 0, kind: 'EASIER', isContradiction: true }
}

function scoreFrequency({ sessionsPerWeek }: Program, { frequency }: TrainingPreferences): Criterion | null {
  if (frequency === null) return null
  const weight = weights.frequency
  if (sessionsPerWeek === frequency) return { weight, fit: 1, kind: 'FREQUENCY' }
  if (sessionsPerWeek > frequency) return { weight, fit: 0, kind: 'MORE_SESSIONS', isContradiction: true }
  return { weight, fit: sessionsPerWeek / frequency, kind: 'FEWER_SESSIONS' }
}

/** No program has the split `custom`, so this split is not a criterion. */
function scoreSplit(program: Program, { workoutSplit }: TrainingPreferences): Criterion | null {
  if (workoutSplit === null || workoutSplit === 'custom') return null
  const weight = weights.split
  if (program.workoutSplit === workoutSplit) return { weight, fit: 1, kind: 'SPLIT' }
  if (program.workoutSplit === null) return { weight, fit: 0.5, kind: null }
  return { weight, fit: 0, kind: 'OTHER_SPLIT', isContradiction: true }
}

function scoreMuscleFocus({ weeklySets }: Program, { muscleFocus }: TrainingPreferences): Criterion | null {
  if (muscleFocus.length === 0) return null
  const setsOf = (muscle: Muscle) => weeklySets[muscle] ?? 0
  const shares = muscleFocus.map(muscle => Math.min(1, setsOf(muscle) / fullScoreSets))
  const fit = shares.reduce((sum, share) => sum + share, 0) / muscleFocus.length
  const muscles = muscleFocus.filter(muscle => setsOf(muscle) >= minFocusSets)
  return { weight: weights.focus, fit, kind: muscles.length > 0 ? 'MUSCLE_FOCUS' : null, muscles }
}
