import DataLoader from 'dataloader'
import { readRecords, recordsReadAtOnce } from '../../../lib/record-reads.js'
import { requireViewer, type RequestContext } from '../../../viewer.js'
import type { Workout } from './models.js'
import type { WorkoutService } from './service.js'

/** Batches reads of workouts to which other objects of a request refer. The result is null for a deleted workout. */
export function workoutLoader(workouts: Pick<WorkoutService, 'findMany'>) {
  const loaders = new WeakMap<RequestContext, DataLoader<string, Workout | null>>()

  const loaderOf = (context: RequestContext): DataLoader<string, Workout | null> =>
    new DataLoader(
      async ids => {
        const distinct = [...new Set(ids)]
        const read = () =>
          readRecords(context.objectBudget, () => workouts.findMany(requireViewer(context).id, distinct))
        const found = await (context.objectBudget?.read(read) ?? read())
        const byId = new Map(found.map(workout => [workout.id, workout]))
        return ids.map(id => byId.get(id) ?? null)
      },
      { cache: false, maxBatchSize: recordsReadAtOnce, batchScheduleFn: batch => setImmediate(batch) },
    )

  return (context: RequestContext, id: string): Promise<Workout | null> => {
    const loader = loaders.get(context) ?? loaderOf(context)
    loaders.set(context, loader)
    return loader.load(id)
  }
}

export type WorkoutLoader = ReturnType<typeof workoutLoader>
