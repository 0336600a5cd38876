import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { RefreshCw } from 'lucide'
import { connection } from '../data/app.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { Icon } from './icon.js'

export interface Resource<Value> {
  value: Value | null
  error: unknown
  reload(): void
}

/** Loads a value from the service, again when one of the inputs changes and when the network returns. */
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
  }, [...inputs, attempt, connection.value])
  return { ...state, reload: () => setAttempt(count => count + 1) }
}

interface Props<Value> {
  of: Resource<Value>
  children(value: Value): ComponentChildren
}

/** Shows a value that was loaded, or why it is missing and how to load it. */
export function Loaded<Value>({ of: { value, error, reload }, children }: Props<Value>): JSX.Element {
  if (value !== null) return <>{children(value)}</>
  if (error === null) return <div class="loading" role="status" aria-label={t('loading')} />
  return (
    <div class="card empty" role="alert">
      <p>{describe(error)}</p>
      <button type="button" class="button quiet" onClick={reload}>
        <Icon of={RefreshCw} size={18} /> {t('tryAgain')}
      </button>
    </div>
  )
}
