import type { Level, Muscle } from '../exercises/vocabulary.js'
import type { Experience, Goal, TrainingDetails } from '../../people/profile/fields.js'
import type { Program, RecommendationReason, ProgramRecommendation, ReasonKind } from './models.js'

/** What a profile says of somebody's training. */
export type TrainingPreferences = Pick<
  TrainingDetails,
  'goal' | 'workoutSplit' | 'muscleFocus' | 'frequency' | 'experience'
>

/** What each part of a profile weighs: goal and experience more than sessions that are left over. */
const weights = { goal: 40, experience: 30, frequency: 15, split: 10, focus: 5 }

/** From how many sets a week on a muscle is trained much, and how many are as good as more. */
const muchTrained = 6
const enoughSets = 15

/** Goals for which a program is good that is made for another. */
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

/** What one part of the profile says of a program. */
interface Criterion {
  weight: number
  /** How much of the weight the program has earned, 0 to 1. */
  fit: number
  kind: ReasonKind | null
  isContradiction?: boolean
  muscles?: Muscle[]
}

/** The programs that fit best first; none that contradicts the profile above one that does not. */
export function recommendPrograms(
  programs: readonly Program[],
  wishes: TrainingPreferences,
): ProgramRecommendation[] {
  const judged = programs.map(program => {
    const opinions = opinionsOf(program, wishes)
    return { program, points: pointsOf(opinions), reasons: reasonsOf(opinions) }
  })
  judged.sort((left, right) => right.points - left.points || byEase(left.program, right.program))
  return judged.map(({ points, ...rest }) => ({ ...rest, score: Math.floor(points) }))
}

/** Where a profile says nothing, what asks for less comes first. */
function byEase(left: Program, right: Program): number {
  const levels = rankOfLevel[left.level ?? 'BEGINNER'] - rankOfLevel[right.level ?? 'BEGINNER']
  return levels || left.sessionsPerWeek - right.sessionsPerWeek || (left.slug < right.slug ? -1 : 1)
}

function opinionsOf(program: Program, wishes: TrainingPreferences): Criterion[] {
  const opinions = [
    ofGoal(program, wishes),
    ofExperience(program, wishes),
    ofFrequency(program, wishes),
    ofSplit(program, wishes),
    ofFocus(program, wishes),
  ]
  return opinions.filter(opinion => opinion !== null)
}

/** From 50 to 100 without contradictions; below 50 with one, below 25 with two, and so on. */
function pointsOf(opinions: readonly Criterion[]): number {
  const weight = opinions.reduce((sum, opinion) => sum + opinion.weight, 0)
  const earned = opinions.reduce((sum, opinion) => sum + opinion.weight * opinion.fit, 0)
  const fit = weight === 0 ? 0 : earned / weight
  const contradictions = opinions.filter(({ isContradiction }) => isContradiction).length
  return contradictions === 0 ? 50 + 50 * fit : (49 * fit) / 2 ** (contradictions - 1)
}

/** What weighs most first. */
const reasonsOf = (opinions: readonly Criterion[]): RecommendationReason[] =>
  [...opinions]
    .sort((left, right) => right.weight - left.weight)
    .flatMap(({ kind, isContradiction = false, muscles = [] }) =>
      kind === null ? [] : [{ kind, isContradiction, muscles }],
    )

function ofGoal(program: Program, { goal }: TrainingPreferences): Criterion | null {
  if (goal === null) return null
  const weight = weights.goal
  if (program.goal === goal) return { weight, fit: 1, kind: 'GOAL' }
  const isRelated = program.goal !== null && relatedGoals[goal].includes(program.goal)
  return isRelated ? { weight, fit: 0.5, kind: 'RELATED_GOAL' } : { weight, fit: 0, kind: null }
}

function ofExperience({ level }: Program, { experience }: TrainingPreferences): Criterion | null {
  if (experience === null) return null
  const weight = weights.experience
  if (level === null) return { weight, fit: 0.5, kind: null }
  const above = rankOfLevel[level] - rankOfExperience[experience]
  if (above === 0) return { weight, fit: 1, kind: 'EXPERIENCE' }
  if (above > 0) return { weight, fit: 0, kind: 'HARDER', isContradiction: true }
  return { weight, fit: above === -1 ? 0.5 : 0, kind: 'EASIER' }
}

function ofFrequency({ sessionsPerWeek }: Program, { frequency }: TrainingPreferences): Criterion | null {
  if (frequency === null) return null
  const weight = weights.frequency
  if (sessionsPerWeek === frequency) return { weight, fit: 1, kind: 'FREQUENCY' }
  if (sessionsPerWeek > frequency) return { weight, fit: 0, kind: 'MORE_SESSIONS', isContradiction: true }
  return { weight, fit: sessionsPerWeek / frequency, kind: 'FEWER_SESSIONS' }
}

/** Who wants a split of their own has chosen none of those that there are. */
function ofSplit(program: Program, { workoutSplit }: TrainingPreferences): Criterion | null {
  if (workoutSplit === null || workoutSplit === 'custom') return null
  const weight = weights.split
  if (program.workoutSplit === workoutSplit) return { weight, fit: 1, kind: 'SPLIT' }
  if (program.workoutSplit === null) return { weight, fit: 0.5, kind: null }
  return { weight, fit: 0, kind: 'OTHER_SPLIT', isContradiction: true }
}

function ofFocus({ weeklySets }: Program, { muscleFocus }: TrainingPreferences): Criterion | null {
  if (muscleFocus.length === 0) return null
  const setsOf = (muscle: Muscle) => weeklySets[muscle] ?? 0
  const enough = muscleFocus.map(muscle => Math.min(1, setsOf(muscle) / enoughSets))
  const fit = enough.reduce((sum, one) => sum + one, 0) / muscleFocus.length
  const muscles = muscleFocus.filter(muscle => setsOf(muscle) >= muchTrained)
  return { weight: weights.focus, fit, kind: muscles.length > 0 ? 'MUSCLE_FOCUS' : null, muscles }
}
