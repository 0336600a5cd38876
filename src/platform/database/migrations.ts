import type { Migration } from './migrate.js'

/** In order; the number of a step is its place. One that was released stays, as it is. */
export const migrations: readonly Migration[] = []
