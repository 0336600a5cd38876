import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { createClient } from 'graphql-sse'

/** An error that the service returned. */
export class ServiceError extends Error {}

/** A client of the service that is signed in. */
export interface Device {
  request<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>
  /** Calls the listener with each event until the device is closed. */
  subscribe<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    listener: (data: Data) => void,
  ): void
  close(): void
}

interface GraphQLResult<Data> {
  data?: Data | null
  errors?: readonly { message: string }[]
}

/** @throws ServiceError if the service cannot be reached or rejects the credentials */
export async function signIn(url: string, email: string, password: string): Promise<Device> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => {
    throw new ServiceError(`cannot reach a service at ${url}. Start one with: npm start`)
  })
  const { accessToken, message } = (await response.json()) as { accessToken?: string; message?: string }
  if (accessToken === undefined)
    throw new ServiceError(message ?? `the login failed with status ${response.status}`)
  return createDevice(`${url}/graphql`, { authorization: `Bearer ${accessToken}`, ...clientHeaders })
}

/** Identify the app in the statistics of deprecated fields. */
const clientHeaders = { 'apollographql-client-name': 'demo', 'apollographql-client-version': '1.0.0' }

function createDevice(url: string, headers: Record<string, string>): Device {
  const events = createClient({ url, headers })
  return {
    async request(document, variables) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: print(document), variables }),
      })
      return dataOf((await response.json()) as GraphQLResult<never>)
    },
    subscribe<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      listener: (data: Data) => void,
    ) {
      events.subscribe<Data>(
        { query: print(document), variables: variables as Record<string, unknown> },
        {
          next: result => {
            listener(dataOf(result))
          },
          error: error => {
            process.emitWarning(error instanceof Error ? error : String(error))
          },
          complete: () => undefined,
        },
      )
    },
    close: () => {
      events.dispose()
    },
  }
}

function dataOf<Data>({ data, errors }: GraphQLResult<Data>): Data {
  if (errors || !data) throw new ServiceError(errors?.map(({ message }) => message).join(' ') ?? 'no data')
  return data
}
