import { signal } from '@preact/signals'
import { appStorage } from './client.js'

const systemTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of new workouts on this device. */
export const timezone = signal(systemTimezone)
export const timezones: readonly string[] = [
  ...new Set([systemTimezone, ...Intl.supportedValuesOf('timeZone')]),
]

export async function loadPreferences(): Promise<void> {
  const stored = await appStorage.read('timezone')
  if (typeof stored === 'string') timezone.value = stored
}

/** Null to follow the system. */
export async function setTimezone(name: string | null): Promise<void> {
  timezone.value = name ?? systemTimezone
  await appStorage.write('timezone', name ?? undefined)
}

/** The date in the time zone of the user, such as `2026-01-31`. */
export const isoDate = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone.value }).format(date)
