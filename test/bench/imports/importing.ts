import { setTimeout as pause } from 'node:timers/promises'
import type { Imported } from '../../features/portability/imports/imports.js'

/** Polling interval of the progress, in milliseconds. */
const pollingInterval = 100

type ImportState = Pick<
  Imported,
  'importStatus' | 'error' | 'rowsRead' | 'workoutsMade' | 'workoutsAlreadyThere' | 'skippedCount'
>

/** Imports files of one user into a service over HTTP. */
export function importing(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }

  /** @returns the identifier of the import */
  async function send(file: Buffer, fields: Record<string, string> = {}): Promise<string> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'export.csv')
    const response = await fetch(`${url}/api/imports/workouts`, { method: 'POST', headers, body: form })
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
    return ((await response.json()) as { data: { id: string } }).data.id
  }

  async function stateOf(id: string): Promise<ImportState> {
    const query =
      'query ($id: ID!) { workoutImport(id: $id) { importStatus error rowsRead workoutsMade workoutsAlreadyThere skippedCount } }'
    const response = await fetch(`${url}/graphql`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify({ query, variables: { id } }),
    })
    const { data } = (await response.json()) as { data: { workoutImport: ImportState } }
    return data.workoutImport
  }

  return {
    send,

    /** @returns the completed import, and the longest interval without progress, in milliseconds */
    async ended(id: string): Promise<ImportState & { longestIntervalMs: number }> {
      let [last, changedAt, longestIntervalMs] = ['', performance.now(), 0]
      for (;;) {
        const state = await stateOf(id)
        const seen = JSON.stringify(state)
        if (seen !== last) {
          longestIntervalMs = Math.max(longestIntervalMs, Math.round(performance.now() - changedAt))
          ;[last, changedAt] = [seen, performance.now()]
        }
        if (state.importStatus === 'COMPLETED' || state.importStatus === 'FAILED')
          return { ...state, longestIntervalMs }
        await pause(pollingInterval)
      }
    },
  }
}
