/** Every field of the caller's own account. */
export const everyField = `
  id version email username name firstName lastName profileImageFileKey country city bio
  workoutsCompleted
  improvements { exerciseId type value unit achievedAt }
  role enabled verified createdAt lastLogin
  profile {
    onboardingStatus onboardingCompletionDate age gender goal height heightUnit weight weightUnit
    muscleFocus frequency workoutSplit experience createdAt updatedAt
  }`

export const me = `{ me { ${everyField} } }`
export const updateProfile = `mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { user { ${everyField} } } }`
