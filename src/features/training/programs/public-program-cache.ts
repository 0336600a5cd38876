import { AsyncLocalStorage } from 'node:async_hooks'
import { seconds } from '../../../lib/quantities.js'
import type { Program } from './models.js'
import type { ProgramStore } from './store.js'

/** How long a change by another instance may go unseen, in milliseconds. */
const staleness = 5 * seconds

interface Dependencies {
  programs: Pick<ProgramStore, 'publics' | 'revision'>
  clock: () => Date
}

/** The programs that everyone sees, without their weeks, in memory: the service's own and some of administrators. */
export function publicProgramCache({ programs, clock }: Dependencies) {
  let loaded: { revision: number; checkedAt: number; byId: ReadonlyMap<string, Program> } | undefined
  let loading: Promise<ReadonlyMap<string, Program>> | undefined
  /** Counts the changes of this instance: what was read before the last one is not kept. */
  let changes = 0
  /** What is kept for all is read as all see it, whichever transaction asks for it first. */
  const outside = AsyncLocalStorage.snapshot()

  async function load() {
    const changesBefore = changes
    const checkedAt = clock().getTime()
    const before = loaded
    const revision = await programs.revision()
    const byId =
      before?.revision === revision
        ? before.byId
        : new Map((await programs.publics()).map(program => [program.id, program]))
    if (changes === changesBefore) loaded = { revision, checkedAt, byId }
    return byId
  }

  return {
    async byId(): Promise<ReadonlyMap<string, Program>> {
      if (loaded && Math.abs(clock().getTime() - loaded.checkedAt) < staleness) return loaded.byId
      if (loading) return loading
      const one = outside(load).finally(() => {
        if (loading === one) loading = undefined
      })
      return (loading = one)
    },

    /** Has them read anew, after a change of this instance. */
    forget(): void {
      changes++
      loaded = undefined
      loading = undefined
    },
  }
}

export type PublicProgramCache = ReturnType<typeof publicProgramCache>
