import { saveResults } from './results.js'

/**
 * Collects the longest turn of the event loop of each request.
 * @param limit of a turn, in milliseconds of processor time
 */
export function createLoopTurns(limit: number) {
  let longest = 0
  let exceeding = 0

  return {
    add(turn: number): void {
      longest = Math.max(longest, turn)
      if (turn > limit) exceeding++
    },

    /** Prints and saves the result. Sets the exit code to 1 if a turn exceeded the limit. */
    async report(program: string, name: string): Promise<void> {
      console.log(
        exceeding === 0
          ? 'No request exceeded the limit.'
          : `${exceeding} requests blocked the event loop for more than ${limit} ms.`,
      )
      await saveResults(program, { lines: [{ name, value: longest, limit, unit: 'ms' }] })
      process.exitCode = exceeding === 0 ? 0 : 1
    },
  }
}
