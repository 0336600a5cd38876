import { signal } from '@preact/signals'
import { newId, type SyncProblem } from '../../../client/index.js'

/** A write that the service has refused, until the user has seen it. */
interface RefusedWrite extends Pick<SyncProblem, 'operations' | 'result'> {
  key: string
  /** Removes it from the device. */
  resolve(): Promise<void>
}

export const refusedWrites = signal<RefusedWrite[]>([])

/** Shows a refused write. @returns a promise that resolves when the user has seen it */
export const showRefusedWrite = (
  { id, operations, result }: SyncProblem,
  remove: (id: string) => Promise<void>,
): Promise<void> =>
  new Promise(resolveSeen => {
    const refused: RefusedWrite = {
      ...{ key: newId(), operations, result },
      async resolve() {
        await remove(id)
        refusedWrites.value = refusedWrites.value.filter(other => other !== refused)
        resolveSeen()
      },
    }
    refusedWrites.value = [...refusedWrites.value, refused]
  })
