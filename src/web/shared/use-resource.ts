import { useEffect, useState } from 'preact/hooks'

export interface Resource<Value> {
  /** Null until it is loaded for the first time. */
  value: Value | null
  /** Why the last attempt has failed; null if it has not. */
  error: unknown
  reload(): void
}

/** Loads a value, and again when one of the inputs changes. Keeps the previous value until then. */
export function useResource<Value>(load: () => Promise<Value>, inputs: readonly unknown[]): Resource<Value> {
  const [state, setState] = useState<{ value: Value | null; error: unknown }>({ value: null, error: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    load().then(
      value => isCurrent && setState({ value, error: null }),
      (error: unknown) => isCurrent && setState(({ value }) => ({ value, error })),
    )
    return () => {
      isCurrent = false
    }
  }, [...inputs, attempt])
  return { ...state, reload: () => setAttempt(count => count + 1) }
}
