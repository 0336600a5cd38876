/** What the runner asks of a process that runs many test files. */
export interface Order {
  /** The compiled file. */
  path: string
  /** How long it may take, in milliseconds. */
  timeout: number
  /** How long what it has closed may take to be gone, in milliseconds. */
  patience: number
}

/** What such a process tells the runner. */
export type News =
  | { type: 'tap'; text: string }
  /** The file has ended. `faults` is what none of its tests says. */
  | { type: 'end'; faults: string[]; failed: boolean; residentBytes: number }

/** Ends what a file writes to the error stream, which messages may overtake. */
export const endOfErrors = '\0'
