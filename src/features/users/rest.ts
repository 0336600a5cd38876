import type { User } from './models.js'

/** The user object of `GET /auth/profile`. */
export function restUser({ profile, profileImage, ...user }: User) {
  const { height, weight } = profile
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageFileKey: profileImage?.fileKey ?? null,
    country: user.country,
    city: user.city,
    bio: user.bio,
    role: user.role,
    enabled: user.enabled,
    verified: user.verified,
    createdAt: user.createdAt.toISOString(),
    lastLogin: user.lastLogin?.toISOString() ?? null,
    profile: {
      age: profile.age,
      gender: profile.gender,
      goal: profile.goal,
      height: height.value,
      heightUnit: height.unit,
      weight: weight.value,
      weightUnit: weight.unit,
      muscleFocus: profile.muscleFocus,
      frequency: profile.frequency,
      workoutSplit: profile.workoutSplit,
      experience: profile.experience,
    },
  }
}
