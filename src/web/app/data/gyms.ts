import { computed, signal } from '@preact/signals'
import { toGym, type Gym } from '../training/gyms.js'
import { ownRecords } from './records.js'

/** The gyms, by name. */
export const gyms = computed(() =>
  ownRecords<Gym>('GYM', 'saveGym', record => (record.__typename === 'Gym' ? toGym(record) : null)).sort(
    (one, other) => one.name.localeCompare(other.name),
  ),
)

/** The gym that the user has chosen since the app was opened; null for the default one. */
export const chosenGymId = signal<string | null>(null)

/** The gym whose plates are calculated with. */
export const currentGym = computed(
  () =>
    gyms.value.find(({ id }) => id === chosenGymId.value) ??
    gyms.value.find(({ isDefault }) => isDefault) ??
    gyms.value[0],
)
