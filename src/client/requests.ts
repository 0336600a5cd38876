import { fromGraphQL, fromResponse, isRecord, NetworkError, type ServiceError } from './errors.js'
import type { Session } from './session.js'
import { toHex } from './signing.js'
import { readJson } from './transport.js'

/** The text of an operation with the types of its result and its variables. */
export interface TypedText<Data, Variables> {
  toString(): string
  /** Only for the compiler. */
  __apiType?: (variables: Variables) => Data
}

export interface Result<Data> {
  /** Null if the whole operation failed. Nullable fields that failed are null. */
  data: Data | null
  errors: ServiceError[]
}

interface Response {
  data?: unknown
  errors?: Parameters<typeof fromGraphQL>[0][]
}

/** Returns the hash of a text as hexadecimal digits. */
export const sha256 = async (text: string): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** Executes operations. Sends the hash of an operation first, and its text only if the service does not know it. */
export function createRequests(session: Pick<Session, 'fetch'>) {
  const hashes = new Map<string, Promise<string>>()

  function hashOf(text: string): Promise<string> {
    const hash = hashes.get(text) ?? sha256(text)
    hashes.set(text, hash)
    return hash
  }

  async function post(payload: object): Promise<Response> {
    const response = await session.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify(payload),
    })
    const body = await readJson(response)
    if (!isRecord(body)) throw new NetworkError(`The response has the status ${response.status}.`)
    // A request that was refused before it was parsed has the error of a REST route.
    if (!('data' in body) && !Array.isArray(body['errors'])) throw fromResponse(response, body)
    return body
  }

  const isUnknown = ({ errors }: Response) =>
    errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND') ?? false

  /** @throws ServiceError, NetworkError */
  async function execute<Data, Variables extends object>(
    operation: TypedText<Data, Variables>,
    variables: Variables,
  ): Promise<Result<Data>> {
    const query = operation.toString()
    const extensions = { persistedQuery: { version: 1, sha256Hash: await hashOf(query) } }
    let response = await post({ variables, extensions })
    if (isUnknown(response)) response = await post({ query, variables, extensions })
    const errors = (response.errors ?? []).map(fromGraphQL)
    return { data: (response.data ?? null) as Data | null, errors }
  }

  return {
    execute,

    /** Executes an operation as a whole. @throws the first error as a ServiceError, NetworkError */
    async request<Data, Variables extends object>(
      operation: TypedText<Data, Variables>,
      variables: Variables,
    ): Promise<Data> {
      const { data, errors } = await execute(operation, variables)
      if (errors[0]) throw errors[0]
      if (data === null) throw new NetworkError('The response has no data.')
      return data
    },
  }
}

export type Requests = ReturnType<typeof createRequests>
