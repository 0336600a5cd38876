import { badUserInput } from '../../errors.js'
import { centimetresPer, kilogramsPer, type Quantity } from '../../lib/units.js'
import { blankProfile, type ProfileChanges, type UserProfile } from './models.js'

/** The profile after the changes; null clears all of it. @throws AppError BAD_USER_INPUT that names the field */
export function changeProfile(profile: UserProfile, changes: ProfileChanges | null, now: Date): UserProfile {
  if (changes === null) return { ...blankProfile(now), createdAt: profile.createdAt }
  checkWhole('age', changes.age, 13, 120)
  checkWhole('frequency', changes.frequency, 1, 7)
  const onboardingStatus =
    changes.onboardingStatus === undefined ? profile.onboardingStatus : changes.onboardingStatus

  return {
    ...profile,
    ...onboarding(profile, onboardingStatus ?? 'NOT_STARTED', now),
    age: kept(changes.age, profile.age),
    gender: kept(changes.gender, profile.gender),
    goal: kept(changes.goal, profile.goal),
    height: quantity('height', changes.height, changes.heightUnit, profile.height, {
      per: centimetresPer,
      base: 'CM',
      range: [50, 275],
    }),
    weight: quantity('weight', changes.weight, changes.weightUnit, profile.weight, {
      per: kilogramsPer,
      base: 'KG',
      range: [20, 650],
    }),
    muscleFocus:
      changes.muscleFocus === undefined ? profile.muscleFocus : [...new Set(changes.muscleFocus ?? [])],
    frequency: kept(changes.frequency, profile.frequency),
    workoutSplit: kept(changes.workoutSplit, profile.workoutSplit),
    experience: kept(changes.experience, profile.experience),
    updatedAt: now,
  }
}

const kept = <T>(change: T | null | undefined, before: T | null) => (change === undefined ? before : change)

function onboarding(profile: UserProfile, onboardingStatus: UserProfile['onboardingStatus'], now: Date) {
  if (onboardingStatus !== 'COMPLETED') return { onboardingStatus, onboardingCompletionDate: null }
  return { onboardingStatus, onboardingCompletionDate: profile.onboardingCompletionDate ?? now }
}

function checkWhole(field: string, value: number | null | undefined, min: number, max: number): void {
  if (value == null) return
  if (!Number.isInteger(value) || value < min || value > max)
    throw badUserInput(`profile.${field} must be a whole number from ${min} to ${max}.`)
}

interface Dimension<Unit extends string> {
  /** How much of the base unit one of each unit is. */
  per: Record<Unit, number>
  base: Unit
  /** Least and greatest value, in the base unit. */
  range: [number, number]
}

function quantity<Unit extends string>(
  field: string,
  value: number | null | undefined,
  unit: Unit | null | undefined,
  before: Quantity<Unit>,
  { per, base, range: [min, max] }: Dimension<Unit>,
): Quantity<Unit> {
  const after: Quantity<Unit> = { value: kept(value, before.value), unit: kept(unit, before.unit) }
  if (after.value === null) return after
  // Taking the value for one in another unit would change it.
  if (after.unit === null && before.unit !== null)
    throw badUserInput(`profile.${field}Unit can only be cleared together with ${field}.`)
  const known = after.unit ?? base
  const inBase = after.value * per[known]
  if (!(inBase >= min && inBase <= max))
    throw badUserInput(
      `profile.${field} must be from ${min} to ${max} ${base}; ${after.value} ${known} is not.`,
    )
  return { value: after.value, unit: known }
}
