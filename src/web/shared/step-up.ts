import { signal } from '@preact/signals'

/** A step-up that one or more actions wait for. */
interface PendingStepUp {
  confirm(): void
  cancel(): void
}

/** The step-up for which the user is asked; null if none is pending. */
export const pendingStepUp = signal<PendingStepUp | null>(null)

let pendingResult: Promise<boolean>

/**
 * Waits until the user has proved their identity. Actions that require it at the same time wait for the same step-up.
 * @returns false if the user cancels
 */
export function waitForStepUp(): Promise<boolean> {
  if (pendingStepUp.peek() !== null) return pendingResult
  pendingResult = new Promise(resolve => {
    const end = (isConfirmed: boolean) => {
      if (pendingStepUp.peek() === step) pendingStepUp.value = null
      resolve(isConfirmed)
    }
    const step = { confirm: () => end(true), cancel: () => end(false) }
    pendingStepUp.value = step
  })
  return pendingResult
}
