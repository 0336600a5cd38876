import { signInBar } from './bar.js'
import { exampleTabs } from './examples.js'

const session = signInBar()

/** Sends the access token with the request, and retries with a new one if it has expired. */
const authorizedFetch: typeof fetch = async (input, init) => {
  const send = () => {
    const headers = new Headers(init?.headers)
    const authorization = session.authorization()
    // The headers editor takes precedence.
    if (authorization !== undefined && !headers.has('authorization'))
      headers.set('authorization', authorization)
    return fetch(input, { ...init, headers })
  }
  const response = await send()
  const usesSession = !new Headers(init?.headers).has('authorization')
  return response.status === 401 && usesSession && (await session.renew()) ? send() : response
}

const address = new URL('graphql', document.baseURI)
const socketAddress = new URL(address)
socketAddress.protocol = address.protocol.replace('http', 'ws')

const wsClient = graphqlWs.createClient({
  url: socketAddress.href,
  // Reports an unreachable server quickly; the default takes half a minute.
  retryAttempts: 2,
  // A connection cannot renew its token, so each one starts with a new token.
  connectionParams: async () => {
    await session.renew()
    const authorization = session.authorization()
    return authorization === undefined ? {} : { authorization }
  },
})

// Menus add a style element, which needs the nonce of the content security policy.
window.__webpack_nonce__ = document.querySelector('style')?.nonce

const fetcher = GraphiQL.createFetcher({
  url: address.href,
  wsClient,
  fetch: authorizedFetch,
  enableIncrementalDelivery: false,
})

/** Finds the exercise of the example workouts. Returns a placeholder id without one. */
async function exampleExercise(): Promise<string> {
  const query = '{ exercises(search: "barbell back squat", first: 1) { edges { node { id } } } }'
  const address = `graphql?query=${encodeURIComponent(query)}`
  const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => undefined)
  const content = (await response?.json().catch(() => undefined)) as Exercises | undefined
  return content?.data?.exercises?.edges[0]?.node.id ?? '0'.repeat(24)
}

interface Exercises {
  data?: { exercises: { edges: { node: { id: string } }[] } | null }
}

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, '0')).join('')

const container = document.getElementById('graphiql')
if (container) {
  const defaultTabs = exampleTabs({ exerciseId: await exampleExercise(), now: new Date(), newId })
  ReactDOM.createRoot(container).render(React.createElement(GraphiQL, { fetcher, defaultTabs }))
}
