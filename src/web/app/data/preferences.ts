import { signal } from '@preact/signals'
import { appStorage } from './client.js'

const systemTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of new workouts on this device. */
export const timezone = signal(systemTimezone)
export const timezones: readonly string[] = [
  ...new Set([systemTimezone, ...Intl.supportedValuesOf('timeZone')]),
]

/** True if each set has a field for its RPE on this device. */
export const recordsRpe = signal(false)

/** The rest after a set that has none of its own, in seconds; 0 for none. */
export const usualRest = signal(120)
/** True if a sound is played at the end of a rest. */
export const playsRestSound = signal(true)

export async function loadPreferences(): Promise<void> {
  const stored = await appStorage.read('timezone')
  if (typeof stored === 'string') timezone.value = stored
  recordsRpe.value = (await appStorage.read('recordsRpe')) === true
  const seconds = await appStorage.read('usualRest')
  if (typeof seconds === 'number') usualRest.value = seconds
  playsRestSound.value = (await appStorage.read('playsRestSound')) !== false
}

/** Null to follow the system. */
export async function setTimezone(name: string | null): Promise<void> {
  timezone.value = name ?? systemTimezone
  await appStorage.write('timezone', name ?? undefined)
}

export async function setRecordsRpe(records: boolean): Promise<void> {
  recordsRpe.value = records
  await appStorage.write('recordsRpe', records)
}

export async function setUsualRest(seconds: number): Promise<void> {
  usualRest.value = seconds
  await appStorage.write('usualRest', seconds)
}

export async function setPlaysRestSound(plays: boolean): Promise<void> {
  playsRestSound.value = plays
  await appStorage.write('playsRestSound', plays)
}

/** The date in the time zone of the user, such as `2026-01-31`. */
export const isoDate = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone.value }).format(date)
