import { computed } from '@preact/signals'
import { toWorkout, type Workout } from '../training/workout.js'
import { isoDate } from './preferences.js'
import { ownRecords } from './records.js'
import { editInOrder, write } from './synchronization.js'

/** All workouts, the latest start first. */
const workouts = computed(() =>
  ownRecords<Workout>('WORKOUT', 'saveWorkout', record =>
    record.__typename === 'Workout' ? toWorkout(record) : null,
  ).sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1)),
)

/** The workout that has not ended; null if there is none. */
export const activeWorkout = computed(() => workouts.value.find(({ endedAt }) => endedAt === null) ?? null)
/** The workouts that have ended, the latest start first. */
export const history = computed(() => workouts.value.filter(({ endedAt }) => endedAt !== null))

/** The date on which a workout began, in the time zone of the user. */
export const dateOf = ({ startedAt }: Workout): string => isoDate(new Date(startedAt))

/** The dates with a workout that has ended. */
export const trainingDates = computed(() => new Set(history.value.map(dateOf)))

export const editWorkout = (id: string, change: (workout: Workout) => Workout): Promise<void> =>
  editInOrder(async () => {
    const current = workouts.value.find(workout => workout.id === id)
    if (current) await write({ saveWorkout: change(current) })
  })
