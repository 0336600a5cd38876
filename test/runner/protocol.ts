/** A message of the runner to a shared process: run a test file. */
export interface Order {
  /** The path of the compiled file. */
  path: string
  /** The maximum duration, in milliseconds. */
  timeout: number
  /** The time in which closed resources must disappear, in milliseconds. */
  closeTimeout: number
}

/** A message of a shared process to the runner. */
export type News =
  | { type: 'tap'; text: string }
  /** The file has ended. `faults` are faults outside of its tests. */
  | { type: 'end'; faults: string[]; failed: boolean; residentBytes: number }

/** Marks the end of a file's standard error, which can arrive after the messages. */
export const endOfErrors = '\0'
