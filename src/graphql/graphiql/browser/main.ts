import { signInBar } from './bar.js'
import { exampleTabs } from './examples.js'

const session = signInBar()

/** Sends the access token along, and a new one where the first has expired. */
const authorizedFetch: typeof fetch = async (input, init) => {
  const send = () => {
    const headers = new Headers(init?.headers)
    const authorization = session.authorization()
    // What somebody wrote in the headers editor counts.
    if (authorization !== undefined && !headers.has('authorization'))
      headers.set('authorization', authorization)
    return fetch(input, { ...init, headers })
  }
  const answer = await send()
  const own = !new Headers(init?.headers).has('authorization')
  return answer.status === 401 && own && (await session.renew()) ? send() : answer
}

const address = new URL('graphql', document.baseURI)
const socketAddress = new URL(address)
socketAddress.protocol = address.protocol.replace('http', 'ws')

const wsClient = graphqlWs.createClient({
  url: socketAddress.href,
  // A server that is away is told soon; the default takes half a minute.
  retryAttempts: 2,
  // A connection cannot be told a new token, and refuses an expired one: each starts with a new one.
  connectionParams: async () => {
    await session.renew()
    const authorization = session.authorization()
    return authorization === undefined ? {} : { authorization }
  },
})

// Menus lock the page's scrolling by a style element; the content security policy wants to see its nonce.
window.__webpack_nonce__ = document.querySelector('style')?.nonce

const fetcher = GraphiQL.createFetcher({
  url: address.href,
  wsClient,
  fetch: authorizedFetch,
  enableIncrementalDelivery: false,
})

/** An exercise that the example workouts can log; the placeholder is refused with an error that names the field. */
async function exampleExercise(): Promise<string> {
  const query = '{ exercises(search: "barbell back squat", first: 1) { edges { node { id } } } }'
  const address = `graphql?query=${encodeURIComponent(query)}`
  const answer = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => undefined)
  const content = (await answer?.json().catch(() => undefined)) as Exercises | undefined
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
