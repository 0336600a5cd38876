import { computed } from '@preact/signals'
import { recordsOfType } from './records.js'

const enrollments = computed(() => recordsOfType('ENROLLMENT', 'enroll'))

/** Changes when an enrollment changes, which changes the next day. */
export const enrollmentsFingerprint = computed(() =>
  enrollments.value
    .map(({ id, record, pending }) => `${id} ${record?.version ?? 0} ${pending.length}`)
    .join(),
)

type LocalEnrollment = (typeof enrollments.value)[number]

/** Returns true if an enrollment is active once its pending writes are sent. */
function isActive({ record, pending }: LocalEnrollment): boolean {
  const command = pending.findLast(write => commands.some(name => name in write))
  if (command) return 'enroll' in command || 'resumeEnrollment' in command
  return record?.__typename === 'ProgramEnrollment' && record.enrollmentStatus === 'ACTIVE'
}

const commands = ['enroll', 'resumeEnrollment', 'pauseEnrollment', 'finishEnrollment']

/** The enrollment in the program that the user trains; null without one. Only one can be active. */
export const activeEnrollmentId = computed(() => enrollments.value.find(isActive)?.id ?? null)
