import { computed } from '@preact/signals'
import { toRoutine, type Routine } from '../training/routines.js'
import { ownRecords } from './records.js'
import { editInOrder, write } from './synchronization.js'

/** All routines, in their order. A routine that was made from a workout appears when the service has received it. */
export const routines = computed(() =>
  ownRecords<Routine>('ROUTINE', 'saveRoutine', record =>
    record.__typename === 'Routine' ? toRoutine(record) : null,
  ).sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1)),
)

export const editRoutine = (id: string, change: (routine: Routine) => Routine): Promise<void> =>
  editInOrder(async () => {
    const current = routines.value.find(routine => routine.id === id)
    if (current) await write({ saveRoutine: change(current) })
  })
