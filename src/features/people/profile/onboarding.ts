import type { TrainingDetails } from './fields.js'

type OnboardingStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'SKIPPED'

/** The progress of the onboarding questions. */
export interface Onboarding {
  onboardingStatus: OnboardingStatus
  onboardingCompletionDate: Date | null
}

export const notOnboarded: Onboarding = { onboardingStatus: 'NOT_STARTED', onboardingCompletionDate: null }

/** The profile fields that the onboarding asks for. */
const questions = ['goal', 'age', 'height', 'weight', 'frequency', 'workoutSplit', 'experience'] as const

type Answers = Pick<TrainingDetails, (typeof questions)[number]>

/**
 * Updates the onboarding after a change of the profile. Answering the last question completes it, unless the change
 * sets a status. The completion date is that of the first completion.
 * @param status the new status; undefined keeps it, null resets it
 */
export function updateOnboarding(
  before: Onboarding & Answers,
  status: OnboardingStatus | null | undefined,
  { answers, now }: { answers: Answers; now: Date },
): Onboarding {
  const isComplete = (values: Answers) => questions.every(question => values[question] !== null)
  const hasJustCompleted = isComplete(answers) && !isComplete(before)
  const requested = status === undefined ? before.onboardingStatus : (status ?? 'NOT_STARTED')
  const onboardingStatus = hasJustCompleted && status === undefined ? 'COMPLETED' : requested
  const completed = onboardingStatus === 'COMPLETED'
  return {
    onboardingStatus,
    onboardingCompletionDate: completed ? (before.onboardingCompletionDate ?? now) : null,
  }
}
