/** What a piece of work is for, as logs tell it. */
export interface BackgroundTask {
  purpose: string
  /** The request that it came of, if one did. */
  requestId?: string | undefined
}

/**
 * Work that goes on after the answer is sent. It is limited, its failures are reported, and `settled` waits for it,
 * so that a shutdown loses nothing.
 */
export function createBackgroundTasks(
  limit: number,
  onError: (error: unknown, errand: BackgroundTask) => void,
) {
  const running = new Set<Promise<void>>()

  return {
    /** Starts the work; refused (and reported) while `limit` others are running. */
    run(errand: BackgroundTask, work: () => Promise<unknown>): void {
      if (running.size >= limit) {
        onError(new Error(`more than ${limit} pieces of work wait in the background`), errand)
        return
      }
      const task: Promise<void> = work()
        .then(
          () => undefined,
          (error: unknown) => onError(error, errand),
        )
        .finally(() => running.delete(task))
      running.add(task)
    },

    async drain(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>
