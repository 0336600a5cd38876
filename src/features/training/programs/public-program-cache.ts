import { AsyncLocalStorage } from 'node:async_hooks'
import { seconds } from '../../../lib/quantities.js'
import type { Program } from './models.js'
import type { ProgramStore } from './store.js'

/** The maximum time until a change by another instance becomes visible, in milliseconds. */
const maxAge = 5 * seconds

interface Dependencies {
  programs: Pick<ProgramStore, 'findPublicPrograms' | 'publicRevision'>
  clock: () => Date
}

/** Caches the public programs without their weeks: the built-in ones and those that administrators have published. */
export function publicProgramCache({ programs, clock }: Dependencies) {
  let loaded: { revision: number; checkedAt: number; byId: ReadonlyMap<string, Program> } | undefined
  let loading: Promise<ReadonlyMap<string, Program>> | undefined
  /** The number of changes by this instance. A load that started before the latest change is not cached. */
  let changes = 0
  /** Loads run outside the transaction of the caller, because the result is shared by all callers. */
  const outsideTransaction = AsyncLocalStorage.snapshot()

  async function load() {
    const changesBefore = changes
    const checkedAt = clock().getTime()
    const before = loaded
    const revision = await programs.publicRevision()
    const byId =
      before?.revision === revision
        ? before.byId
        : new Map((await programs.findPublicPrograms()).map(program => [program.id, program]))
    if (changes === changesBefore) loaded = { revision, checkedAt, byId }
    return byId
  }

  return {
    async byId(): Promise<ReadonlyMap<string, Program>> {
      if (loaded && Math.abs(clock().getTime() - loaded.checkedAt) < maxAge) return loaded.byId
      if (loading) return loading
      const current = outsideTransaction(load).finally(() => {
        if (loading === current) loading = undefined
      })
      return (loading = current)
    },

    /** Clears the cache after a change by this instance. */
    invalidate(): void {
      changes++
      loaded = undefined
      loading = undefined
    },
  }
}

export type PublicProgramCache = ReturnType<typeof publicProgramCache>
