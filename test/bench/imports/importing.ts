import { setTimeout as pause } from 'node:timers/promises'
import type { Imported } from '../../features/portability/imports/imports.js'

/** Between two looks at how far it is, in milliseconds. */
const lookEvery = 100

type Told = Pick<
  Imported,
  'importStatus' | 'error' | 'rowsRead' | 'workoutsMade' | 'workoutsAlreadyThere' | 'skippedCount'
>

/** Imports files of somebody into a service over HTTP. */
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

  async function stateOf(id: string): Promise<Told> {
    const query =
      'query ($id: ID!) { workoutImport(id: $id) { importStatus error rowsRead workoutsMade workoutsAlreadyThere skippedCount } }'
    const response = await fetch(`${url}/graphql`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify({ query, variables: { id } }),
    })
    const { data } = (await response.json()) as { data: { workoutImport: Told } }
    return data.workoutImport
  }

  return {
    send,

    /** @returns the import when it has ended, and the longest time without news of it, in milliseconds */
    async ended(id: string): Promise<Told & { longestSilenceMs: number }> {
      let [last, changedAt, longestSilenceMs] = ['', performance.now(), 0]
      for (;;) {
        const state = await stateOf(id)
        const seen = JSON.stringify(state)
        if (seen !== last) {
          longestSilenceMs = Math.max(longestSilenceMs, Math.round(performance.now() - changedAt))
          ;[last, changedAt] = [seen, performance.now()]
        }
        if (state.importStatus === 'COMPLETED' || state.importStatus === 'FAILED')
          return { ...state, longestSilenceMs }
        await pause(lookEvery)
      }
    },
  }
}
