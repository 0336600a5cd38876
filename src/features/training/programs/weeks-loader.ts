import DataLoader from 'dataloader'
import { chunk } from '../../../lib/chunk.js'
import { maxPageSize } from '../../../lib/pages.js'
import { requireViewer, type RequestContext } from '../../../viewer.js'
import { maxSetsPerProgram } from './limits.js'
import type { Program, ProgramWeek } from './models.js'
import type { ProgramService } from './service.js'

interface Selection {
  program: Program
  /** The number of the first week; null for 1. */
  from: number | null
  /** The number of weeks; null for all. */
  first: number | null
}

/**
 * Reads the weeks of the programs on a page together, so that a page costs a constant number of reads. Programs with many
 * sets are read in several chunks, which bounds the memory of weeks that are not counted yet.
 */
export function weeksLoader(programs: Pick<ProgramService, 'weeks'>) {
  const loaders = new WeakMap<RequestContext, DataLoader<Selection, ProgramWeek[]>>()

  async function readChunk(
    context: RequestContext,
    selections: readonly Selection[],
  ): Promise<(ProgramWeek[] | Error)[]> {
    const { id } = requireViewer(context)
    const read = () =>
      Promise.all(
        selections.map(({ program, from, first }) => programs.weeks(id, program, from, first).catch(toError)),
      )
    try {
      return await (context.objectBudget?.read(read) ?? read())
    } catch (error) {
      return selections.map(() => toError(error))
    }
  }

  const createLoader = (context: RequestContext): DataLoader<Selection, ProgramWeek[]> =>
    new DataLoader(
      async selections => {
        const chunks = chunk(selections, maxSetsPerProgram, ({ program }) => program.setCount)
        return (await Promise.all(chunks.map(selections => readChunk(context, selections)))).flat()
      },
      { cache: false, maxBatchSize: maxPageSize, batchScheduleFn: batch => setImmediate(batch) },
    )

  return (context: RequestContext, selection: Selection): Promise<ProgramWeek[]> => {
    const loader = loaders.get(context) ?? createLoader(context)
    loaders.set(context, loader)
    return loader.load(selection)
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
