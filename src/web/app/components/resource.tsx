import type { ComponentChildren, JSX } from 'preact'
import { RefreshCw } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { useResource as useSharedResource, type Resource } from '../../shared/use-resource.js'
import { connection } from '../data/synchronization.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'

/** Loads a value from the service, again when one of the inputs changes and when the network returns. */
export const useResource = <Value,>(
  load: () => Promise<Value>,
  inputs: readonly unknown[],
): Resource<Value> => useSharedResource(load, [...inputs, connection.value])

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
