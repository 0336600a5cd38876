import { createClient } from 'graphql-sse'
import { fromGraphQL, NetworkError, ServiceError } from './errors.js'
import type { TypedText } from './requests.js'
import type { Session } from './session.js'

export interface Subscriber<Data> {
  next(data: Data): void
  /** Called once, when the service has refused the subscription. A lost connection is made again instead. */
  error(error: Error): void
}

interface Message {
  data?: unknown
  errors?: readonly Parameters<typeof fromGraphQL>[0][]
}

/** Waits for a number of milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>

const defaultWait: Wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

/** In milliseconds. */
const [firstDelay, maxDelay] = [1000, 60_000]

/** Receives events as server-sent events, which needs a `fetch` that can read streams: not that of React Native. */
export function createSubscriptions(session: Pick<Session, 'fetch' | 'userId'>, wait: Wait = defaultWait) {
  /** Set when the session has ended, so that connecting again is useless. */
  let refusal: ServiceError | undefined
  let isClosed = false

  async function fetchFn(_url: string, init: RequestInit): Promise<Response> {
    try {
      return await session.fetch('/graphql', init)
    } catch (error) {
      if (error instanceof ServiceError) refusal = error
      throw error
    }
  }

  /** Waits longer with each attempt. Random parts keep devices from connecting at the same time. */
  async function retry(attempts: number): Promise<void> {
    if (refusal) throw refusal
    const delay = Math.min(maxDelay, firstDelay * 2 ** attempts)
    await wait(delay * (0.5 + Math.random() / 2))
  }

  const events = createClient({
    // The session adds the path to the address of the service. The library does not use this address.
    url: 'http://service/graphql',
    fetchFn,
    // Connect again for as long as the app runs.
    retryAttempts: Number.POSITIVE_INFINITY,
    retry,
  })

  return {
    /** @returns a function that ends the subscription */
    subscribe<Data, Variables extends object>(
      operation: TypedText<Data, Variables>,
      variables: Variables,
      subscriber: Subscriber<Data>,
    ): () => void {
      let stop: () => void = () => undefined
      let isOver = false

      function connect(): void {
        let isRefused = false
        let invalidToken: ServiceError | undefined
        stop = events.subscribe(
          { query: operation.toString(), variables: { ...variables } as Record<string, unknown> },
          {
            next(message) {
              const { data, errors } = message as Message
              const [first] = errors ?? []
              refusal = undefined
              // The stream ends with its token, which has expired or was revoked.
              if (first?.extensions?.code === 'UNAUTHENTICATED') invalidToken = fromGraphQL(first)
              else if (first) {
                isRefused = true
                subscriber.error(fromGraphQL(first))
              } else subscriber.next(data as Data)
            },
            error(error) {
              if (!isOver && !isClosed) subscriber.error(toError(error))
            },
            complete() {
              if (invalidToken) void connectWithNewToken(invalidToken)
              else if (!isOver && !isClosed && !isRefused) connect()
            },
          },
        )
      }

      /** Connects again, for which the session renews the token or reports its end. */
      async function connectWithNewToken(problem: ServiceError): Promise<void> {
        const isSignedIn = (await session.userId()) !== null
        if (isOver || isClosed) return
        if (isSignedIn) connect()
        else subscriber.error(problem)
      }

      connect()
      return () => {
        isOver = true
        stop()
      }
    },

    /** Ends all subscriptions. */
    close(): void {
      isClosed = true
      events.dispose()
    },
  }
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new NetworkError('The subscription has failed.', { cause: error })
