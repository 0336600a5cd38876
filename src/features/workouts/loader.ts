import DataLoader from 'dataloader'
import { readRecords, recordsReadAtOnce } from '../../lib/record-reads.js'
import { requireViewer, type Asker } from '../../viewer.js'
import type { Workout } from './models.js'
import type { WorkoutService } from './service.js'

/** Reads the workouts to which other objects of a request refer together. The result is null for a deleted workout. */
export function workoutLoader(workouts: Pick<WorkoutService, 'among'>) {
  const loaders = new WeakMap<Asker, DataLoader<string, Workout | null>>()

  const loaderOf = (asker: Asker): DataLoader<string, Workout | null> =>
    new DataLoader(
      async ids => {
        const distinct = [...new Set(ids)]
        const read = () => readRecords(asker.objects, () => workouts.among(requireViewer(asker).id, distinct))
        const found = await (asker.objects?.read(read) ?? read())
        const byId = new Map(found.map(workout => [workout.id, workout]))
        return ids.map(id => byId.get(id) ?? null)
      },
      { cache: false, maxBatchSize: recordsReadAtOnce, batchScheduleFn: batch => setImmediate(batch) },
    )

  return (asker: Asker, id: string): Promise<Workout | null> => {
    const loader = loaders.get(asker) ?? loaderOf(asker)
    loaders.set(asker, loader)
    return loader.load(id)
  }
}
