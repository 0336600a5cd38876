import type { ComponentChildren, JSX } from 'preact'
import { RefreshCw } from 'lucide'
import type { TypedText } from '../../../client/requests.js'
import { Icon } from '../../shared/icon.js'
import { useResource, type Resource } from '../../shared/use-resource.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { request } from '../session.js'

/** Executes an operation, and again when its variables change. Keeps the previous data until then. */
export const useQuery = <Data, Variables extends object>(
  operation: TypedText<Data, Variables>,
  variables: Variables,
): Resource<Data> => useResource(() => request(operation, variables), [operation, JSON.stringify(variables)])

interface LoadedProps<Data> {
  of: Resource<Data>
  children(data: Data): ComponentChildren
}

/** Shows the data of an operation, or why it is missing and how to load it. */
export function Loaded<Data>({ of: { value, error, reload }, children }: LoadedProps<Data>): JSX.Element {
  return (
    <>
      {error !== null && <Problem error={error} onRetry={reload} />}
      {value !== null && children(value)}
      {value === null && error === null && <Loading />}
    </>
  )
}

export const Loading = (): JSX.Element => <div class="loading" role="status" aria-label={t('loading')} />

export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }): JSX.Element => (
  <div class="notice bad" role="alert">
    <p>{describe(error)}</p>
    {onRetry && (
      <button type="button" class="button quiet" onClick={onRetry}>
        <Icon of={RefreshCw} size={16} /> {t('tryAgain')}
      </button>
    )}
  </div>
)
