import { computed } from '@preact/signals'
import { recordsOfType } from './records.js'

/** Changes when an enrollment changes, which changes the next day. */
export const enrollmentsFingerprint = computed(() =>
  recordsOfType('ENROLLMENT', 'enroll')
    .map(({ id, record, pending }) => `${id} ${record?.version ?? 0} ${pending.length}`)
    .join(),
)
