import { signal } from '@preact/signals'
import { appStorage } from './client.js'

const systemTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of new workouts on this device. */
export const timezone = signal(systemTimezone)
export const timezones: readonly string[] = [
  ...new Set([systemTimezone, ...Intl.supportedValuesOf('timeZone')]),
]

/** Whether each set has a field for its RPE on this device. */
export const recordsRpe = signal(false)

export async function loadPreferences(): Promise<void> {
  const stored = await appStorage.read('timezone')
  if (typeof stored === 'string') timezone.value = stored
  recordsRpe.value = (await appStorage.read('recordsRpe')) === true
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

/** The date in the time zone of the user, such as `2026-01-31`. */
export const isoDate = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone.value }).format(date)
