import { createYielder } from '../../../lib/event-loop.js'
import type { Load } from '../../../lib/units.js'
import type { DerivedPatch, DerivedWrites, Head } from '../../owned/models.js'
import type { Exercise } from '../exercises/models.js'
import type { WorkoutContent, WorkoutDerived } from './models.js'
import { performedWorkout, type PerformedWorkout } from './performed.js'
import type { StoredWorkout } from './store.js'

/** One version of a workout, from which listeners create their digests. */
export interface WorkoutVersion {
  content: WorkoutContent
  /** The body weight of the user; null if it is unknown, and if no set depends on it. */
  bodyWeight: Load | null
  performed: PerformedWorkout
  /** The data that is stored for this version; null for a version that is being written, and in a rebuild. */
  derived: WorkoutDerived | null
}

/** A workout before and after a write; null if it does not exist. */
export interface VersionChange<Version = WorkoutVersion> {
  id: string
  before: Version | null
  after: Version | null
}

/** Why workouts have changed. With IMPORT and BODY_WEIGHT, the user has not trained just now. */
export type ChangeCause = 'SAVE' | 'IMPORT' | 'BODY_WEIGHT' | 'REBUILD'

export interface ListenerContext {
  cause: ChangeCause
  /** The parts are in their state before the changes, the counts and the active records in their state after them. */
  head: Head
  /** The outcome of an earlier listener; null if that listener does not take part. */
  outcomeOf<Outcome>(listener: WorkoutListener<unknown, Outcome>): Outcome | null
}

/** The data that a listener writes to owned records and to the head, and an outcome for later listeners. */
export interface ListenerResult<Outcome> extends DerivedWrites {
  outcome: Outcome
}

/** The data that a listener derives from all workouts of a user. */
interface ListenerRebuild<Outcome> {
  /** The derived data of this listener, by the ids of the workouts. */
  derived?: ReadonlyMap<string, Partial<WorkoutDerived>>
  /** Replaces all other data of the listener. Called in a transaction, if no workout has changed since. */
  write(context: ListenerContext): Promise<ListenerResult<Outcome>>
}

/**
 * Derives data from workouts. Listeners are called in the order in which they are added, which is the order of the
 * features, by every save, deletion, import, recalculation of body weights and rebuild.
 */
export interface WorkoutListener<Digest, Outcome = null> {
  /** Reduces a version of a workout to what the listener needs. */
  digest(version: WorkoutVersion): Digest
  /** Writes the data derived from the changes, in their transaction. */
  apply(
    userId: string,
    changes: readonly VersionChange<Digest>[],
    context: ListenerContext,
  ): Promise<ListenerResult<Outcome>>
  /**
   * Derives all data from all workouts, outside any transaction. The data of a listener without this method is not changed.
   * @param workouts in no particular order
   */
  rebuild?(
    userId: string,
    workouts: readonly { id: string; digest: Digest }[],
  ): Promise<ListenerRebuild<Outcome>>
}

type AnyListener = WorkoutListener<unknown, unknown>

/** @param bodyWeight The body weight of the new version. The stored one applies to the old version. */
export function versionChange(
  {
    id,
    before,
    after,
  }: { id: string; before: StoredWorkout | null; after: Pick<StoredWorkout, 'content'> | null },
  bodyWeight: Load | null,
  exercisesById: ReadonlyMap<string, Exercise>,
): VersionChange {
  const derived = before?.derived ?? null
  return {
    id,
    before: before?.content
      ? workoutVersion(id, before.content, derived?.bodyWeight ?? null, derived, exercisesById)
      : null,
    after: after?.content ? workoutVersion(id, after.content, bodyWeight, null, exercisesById) : null,
  }
}

export const workoutVersion = (
  id: string,
  content: WorkoutContent,
  bodyWeight: Load | null,
  derived: WorkoutDerived | null,
  exercisesById: ReadonlyMap<string, Exercise>,
): WorkoutVersion => ({
  content,
  bodyWeight,
  performed: performedWorkout(id, content, bodyWeight, exercisesById),
  derived,
})

export function createWorkoutListeners() {
  const listeners: AnyListener[] = []

  return {
    add(listener: AnyListener): void {
      listeners.push(listener)
    },

    /** @param ownPatches derived data of the workouts themselves, to be merged with that of the listeners */
    async apply(
      userId: string,
      changes: readonly VersionChange[],
      { cause, head }: Pick<ListenerContext, 'cause' | 'head'>,
      ownPatches: readonly DerivedPatch[],
    ): Promise<DerivedWrites> {
      const pause = createYielder()
      const { context, collect, mergedWrites } = createCollector(cause, head)
      for (const listener of listeners) {
        const digest = (version: WorkoutVersion | null) => version && listener.digest(version)
        const digested: VersionChange<unknown>[] = []
        for (const { id, before, after } of changes) {
          digested.push({ id, before: digest(before), after: digest(after) })
          await pause()
        }
        collect(listener, await listener.apply(userId, digested, context))
      }
      return mergedWrites(ownPatches)
    },

    /** Starts a rebuild, which collects the digests of all workouts. */
    beginRebuild(userId: string) {
      const inputs = listeners.map(listener => ({
        listener,
        workouts: [] as { id: string; digest: unknown }[],
      }))
      return {
        add(id: string, version: WorkoutVersion): void {
          for (const { listener, workouts } of inputs)
            if (listener.rebuild) workouts.push({ id, digest: listener.digest(version) })
        },

        async derive() {
          const rebuilds: { listener: AnyListener; rebuild: ListenerRebuild<unknown> }[] = []
          for (const { listener, workouts } of inputs) {
            const rebuild = await listener.rebuild?.(userId, workouts)
            if (rebuild) rebuilds.push({ listener, rebuild })
          }
          return {
            derivedOf: (id: string): Partial<WorkoutDerived> =>
              Object.assign({}, ...rebuilds.map(({ rebuild }) => rebuild.derived?.get(id))) as object,
            async write(head: Head): Promise<DerivedWrites> {
              const { context, collect, mergedWrites } = createCollector('REBUILD', head)
              for (const { listener, rebuild } of rebuilds) collect(listener, await rebuild.write(context))
              return mergedWrites([])
            },
          }
        },
      }
    },
  }
}

export type WorkoutListeners = ReturnType<typeof createWorkoutListeners>

/** Merges the results of the listeners into one patch per record. */
function createCollector(cause: ChangeCause, head: Head) {
  const outcomes = new Map<unknown, unknown>()
  const results: DerivedWrites[] = []
  const context: ListenerContext = {
    cause,
    head,
    outcomeOf: <Outcome>(listener: WorkoutListener<unknown, Outcome>) =>
      (outcomes.get(listener) ?? null) as Outcome | null,
  }
  return {
    context,
    collect(listener: AnyListener, { outcome, ...writes }: ListenerResult<unknown>): void {
      outcomes.set(listener, outcome)
      results.push(writes)
    },
    mergedWrites(ownPatches: readonly DerivedPatch[]): DerivedWrites {
      const patches = new Map<string, DerivedPatch>()
      for (const patch of [...ownPatches, ...results.flatMap(({ derived = [] }) => derived)]) {
        const key = `${patch.type} ${patch.id}`
        const previous = patches.get(key)
        const set = { ...previous?.set, ...patch.set }
        patches.set(key, { ...previous, ...patch, set })
      }
      const released = results.flatMap(writes => writes.released ?? [])
      return {
        derived: [...patches.values()],
        head: Object.assign({}, ...results.map(writes => writes.head)) as Record<string, unknown>,
        ...(released[0] && {
          released: { type: released[0].type, ids: released.flatMap(({ ids }) => ids) },
        }),
      }
    },
  }
}
