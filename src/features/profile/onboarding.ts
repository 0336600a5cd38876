export type OnboardingStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'SKIPPED'

/** How far somebody has come with the first questions. */
export interface Onboarding {
  onboardingStatus: OnboardingStatus
  onboardingCompletionDate: Date | null
}

export const notOnboarded: Onboarding = { onboardingStatus: 'NOT_STARTED', onboardingCompletionDate: null }

/** Undefined leaves it as it is, null begins anew. The date is that of the first completion. */
export function changeOnboarding(
  before: Onboarding,
  status: OnboardingStatus | null | undefined,
  now: Date,
): Onboarding {
  const onboardingStatus = status === undefined ? before.onboardingStatus : (status ?? 'NOT_STARTED')
  const completed = onboardingStatus === 'COMPLETED'
  return {
    onboardingStatus,
    onboardingCompletionDate: completed ? (before.onboardingCompletionDate ?? now) : null,
  }
}
