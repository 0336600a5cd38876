import { signInBar } from './bar.js'

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
const container = document.getElementById('graphiql')
if (container)
  ReactDOM.createRoot(container).render(
    React.createElement(GraphiQL, {
      fetcher,
      defaultQuery:
        '# Sign in above, then run this.\nquery Me {\n  me {\n    id\n    email\n    role\n  }\n}\n',
    }),
  )
