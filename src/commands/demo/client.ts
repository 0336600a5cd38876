import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { createClient } from 'graphql-sse'

/** What an answer said was wrong. */
export class ServiceError extends Error {}

/** The service as a device of somebody who is signed in sees it. */
export interface Device {
  request<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>
  /** Calls the listener with each event, until the device is closed. */
  follow<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    listener: (data: Data) => void,
  ): void
  close(): void
}

interface Answer<Data> {
  data?: Data | null
  errors?: readonly { message: string }[]
}

/** @throws ServiceError where the service refuses or cannot be reached */
export async function signIn(url: string, email: string, password: string): Promise<Device> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => {
    throw new ServiceError(`no service answers at ${url}. Start one with: npm start`)
  })
  const { accessToken, message } = (await response.json()) as { accessToken?: string; message?: string }
  if (accessToken === undefined) throw new ServiceError(message ?? `login answers ${response.status}`)
  return device(`${url}/graphql`, { authorization: `Bearer ${accessToken}`, ...name })
}

/** So that the use of deprecated fields can be told apart by apps. */
const name = { 'apollographql-client-name': 'demo', 'apollographql-client-version': '1.0.0' }

function device(url: string, headers: Record<string, string>): Device {
  const events = createClient({ url, headers })
  return {
    async request(document, variables) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: print(document), variables }),
      })
      return dataOf((await response.json()) as Answer<never>)
    },
    follow<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      listener: (data: Data) => void,
    ) {
      events.subscribe<Data>(
        { query: print(document), variables: variables as Record<string, unknown> },
        {
          next: answer => {
            listener(dataOf(answer))
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

function dataOf<Data>({ data, errors }: Answer<Data>): Data {
  if (errors || !data) throw new ServiceError(errors?.map(({ message }) => message).join(' ') ?? 'no data')
  return data
}
