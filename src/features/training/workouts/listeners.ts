import type { Load } from '../../../lib/units.js'
import type { DerivedPatch, DerivedWrites, Head } from '../../owned/models.js'
import type { Exercise } from '../exercises/models.js'
import type { WorkoutContent, WorkoutDerived } from './models.js'
import { performedWorkout, type PerformedWorkout } from './performed.js'
import type { WorkoutRow } from './store.js'

/** One version of a workout, as listeners digest it. */
export interface WorkoutVersion {
  content: WorkoutContent
  /** The body weight that counts in it; null where it is unknown, and where no set moves the body. */
  bodyWeight: Load | null
  performed: PerformedWorkout
  /** What is stored for this version; null for a version that is being written, and in a rebuild. */
  derived: WorkoutDerived | null
}

/** A workout before and after a write; null where it does not exist. */
export interface VersionChange<Version = WorkoutVersion> {
  id: string
  before: Version | null
  after: Version | null
}

/** Why workouts have changed: IMPORT and BODY_WEIGHT are changes that the user does not notice as training. */
export type ChangeCause = 'SAVE' | 'IMPORT' | 'BODY_WEIGHT' | 'REBUILD'

export interface ListenerContext {
  cause: ChangeCause
  /** Its parts are those from before the changes; it counts and names as active what exists after them. */
  head: Head
  /** The outcome of an earlier listener; null if that listener does not take part. */
  outcomeOf<Outcome>(listener: WorkoutListener<unknown, Outcome>): Outcome | null
}

/** What a listener writes to owned records and to the head, and what it tells later listeners. */
export interface ListenerResult<Outcome> extends DerivedWrites {
  outcome: Outcome
}

/** What a listener derives anew from all workouts of a user. */
export interface ListenerRebuild<Outcome> {
  /** The derived data of each workout that is this listener's, by the workouts' ids. */
  derived?: ReadonlyMap<string, Partial<WorkoutDerived>>
  /** Replaces everything else that the listener stores, in a transaction in which no workout has changed since. */
  write(context: ListenerContext): Promise<ListenerResult<Outcome>>
}

/**
 * Derives data from workouts. Listeners are called in the order in which they are added, which is the order of the
 * features, by every save, deletion, import, recalculation of body weights and rebuild.
 */
export interface WorkoutListener<Digest, Outcome = null> {
  /** Reduces a version of a workout to what the listener needs. */
  digest(version: WorkoutVersion): Digest
  /** Writes what follows from changes, in their transaction. */
  apply(
    userId: string,
    changes: readonly VersionChange<Digest>[],
    context: ListenerContext,
  ): Promise<ListenerResult<Outcome>>
  /**
   * Derives everything from all workouts, outside every transaction. A listener without it keeps what it has.
   * @param workouts in no particular order
   */
  rebuild?(
    userId: string,
    workouts: readonly { id: string; digest: Digest }[],
  ): Promise<ListenerRebuild<Outcome>>
}

type AnyListener = WorkoutListener<unknown, unknown>

/** @param bodyWeight counts from now on; until now the stored one did */
export function versionChange(
  { id, before, after }: { id: string; before: WorkoutRow | null; after: Pick<WorkoutRow, 'content'> | null },
  bodyWeight: Load | null,
  known: ReadonlyMap<string, Exercise>,
): VersionChange {
  const derived = before?.derived ?? null
  return {
    id,
    before: before?.content
      ? workoutVersion(id, before.content, derived?.bodyWeight ?? null, derived, known)
      : null,
    after: after?.content ? workoutVersion(id, after.content, bodyWeight, null, known) : null,
  }
}

export const workoutVersion = (
  id: string,
  content: WorkoutContent,
  bodyWeight: Load | null,
  derived: WorkoutDerived | null,
  known: ReadonlyMap<string, Exercise>,
): WorkoutVersion => ({
  content,
  bodyWeight,
  performed: performedWorkout(id, content, bodyWeight, known),
  derived,
})

export function createWorkoutListeners() {
  const listeners: AnyListener[] = []

  return {
    add(listener: AnyListener): void {
      listeners.push(listener)
    },

    /** @param own what workouts derive for themselves; it is written together with what the listeners derive */
    async apply(
      userId: string,
      changes: readonly VersionChange[],
      { cause, head }: Pick<ListenerContext, 'cause' | 'head'>,
      own: readonly DerivedPatch[],
    ): Promise<DerivedWrites> {
      const { context, collect, collected } = createCollector(cause, head)
      for (const listener of listeners) {
        const digest = (version: WorkoutVersion | null) => version && listener.digest(version)
        const digested = changes.map(({ id, before, after }) => ({
          id,
          before: digest(before),
          after: digest(after),
        }))
        collect(listener, await listener.apply(userId, digested, context))
      }
      return collected(own)
    },

    /** Starts a rebuild, which collects the digests of all workouts. */
    beginRebuild(userId: string) {
      const taking = listeners.map(listener => ({
        listener,
        workouts: [] as { id: string; digest: unknown }[],
      }))
      return {
        add(id: string, version: WorkoutVersion): void {
          for (const { listener, workouts } of taking)
            if (listener.rebuild) workouts.push({ id, digest: listener.digest(version) })
        },

        async derive() {
          const rebuilds: { listener: AnyListener; rebuild: ListenerRebuild<unknown> }[] = []
          for (const { listener, workouts } of taking) {
            const rebuild = await listener.rebuild?.(userId, workouts)
            if (rebuild) rebuilds.push({ listener, rebuild })
          }
          return {
            derivedOf: (id: string): Partial<WorkoutDerived> =>
              Object.assign({}, ...rebuilds.map(({ rebuild }) => rebuild.derived?.get(id))) as object,
            async write(head: Head): Promise<DerivedWrites> {
              const { context, collect, collected } = createCollector('REBUILD', head)
              for (const { listener, rebuild } of rebuilds) collect(listener, await rebuild.write(context))
              return collected([])
            },
          }
        },
      }
    },
  }
}

export type WorkoutListeners = ReturnType<typeof createWorkoutListeners>

/** Joins what listeners return: what is derived for one record is one patch. */
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
    collected(own: readonly DerivedPatch[]): DerivedWrites {
      const patches = new Map<string, DerivedPatch>()
      for (const patch of [...own, ...results.flatMap(({ derived = [] }) => derived)]) {
        const key = `${patch.type} ${patch.id}`
        const known = patches.get(key)
        patches.set(key, known ? { ...known, ...patch, set: { ...known.set, ...patch.set } } : patch)
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
