/** Describes a task in logs. */
export interface BackgroundTask {
  purpose: string
  /** The id of the request that started the task, if any. */
  requestId?: string | undefined
}

/**
 * Runs tasks that continue after the response is sent. Their number is limited, their errors are reported, and `drain`
 * waits for them, so that a shutdown does not lose any.
 */
export function createBackgroundTasks(
  limit: number,
  onError: (error: unknown, task: BackgroundTask) => void,
) {
  const running = new Set<Promise<void>>()

  return {
    /** Starts a task. While `limit` tasks are running, it is rejected and reported. */
    run(task: BackgroundTask, work: () => Promise<unknown>): void {
      if (running.size >= limit) {
        onError(new Error(`more than ${limit} background tasks are running`), task)
        return
      }
      const promise: Promise<void> = work()
        .then(
          () => undefined,
          (error: unknown) => onError(error, task),
        )
        .finally(() => running.delete(promise))
      running.add(promise)
    },

    async drain(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>
