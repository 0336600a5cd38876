import type { TrainingDetails } from './fields.js'

export type OnboardingStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'SKIPPED'

/** How far somebody has come with the first questions. */
export interface Onboarding {
  onboardingStatus: OnboardingStatus
  onboardingCompletionDate: Date | null
}

export const notOnboarded: Onboarding = { onboardingStatus: 'NOT_STARTED', onboardingCompletionDate: null }

/** What the first questions are about. */
const questions = ['goal', 'age', 'height', 'weight', 'frequency', 'workoutSplit', 'experience'] as const

type Answers = Pick<TrainingDetails, (typeof questions)[number]>

/**
 * Undefined leaves it as it is, null begins anew. Who answers the last of them completes them, unless the change says
 * otherwise. The date is that of the first completion.
 */
export function updateOnboarding(
  before: Onboarding & Answers,
  status: OnboardingStatus | null | undefined,
  { answers, now }: { answers: Answers; now: Date },
): Onboarding {
  const isAnswered = (of: Answers) => questions.every(question => of[question] !== null)
  const isLast = isAnswered(answers) && !isAnswered(before)
  const named = status === undefined ? before.onboardingStatus : (status ?? 'NOT_STARTED')
  const onboardingStatus = isLast && status === undefined ? 'COMPLETED' : named
  const completed = onboardingStatus === 'COMPLETED'
  return {
    onboardingStatus,
    onboardingCompletionDate: completed ? (before.onboardingCompletionDate ?? now) : null,
  }
}
