import { computed } from '@preact/signals'
import type { Pause } from '../training/pauses.js'
import { ownRecords } from './records.js'

/** The pauses of the training, the latest first. */
export const pauses = computed(() =>
  ownRecords<Pause>('PAUSE', 'savePause', record => {
    if (record.__typename !== 'Pause') return null
    const { id, from, to, reason } = record
    return { id, from, to, reason }
  }).sort((one, other) => (one.from < other.from ? 1 : -1)),
)
