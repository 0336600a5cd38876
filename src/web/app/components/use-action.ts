import { useState } from 'preact/hooks'
import { describe } from '../errors.js'

interface Action {
  /** Why the last action has failed, for the user; null if it has not. */
  error: string | null
  /** True while an action runs. */
  isBusy: boolean
  setError(error: string | null): void
  /** Performs an action. @returns false if it has failed */
  run(action: () => Promise<unknown>): Promise<boolean>
}

/** The state of the actions of a screen: whether one runs, and why it has failed. */
export function useAction(describeError: (error: unknown) => string = describe): Action {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    setError(null)
    try {
      await action()
      return true
    } catch (problem) {
      setError(describeError(problem))
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return { error, isBusy, setError, run }
}
