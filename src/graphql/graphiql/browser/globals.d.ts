import type * as GraphqlWs from 'graphql-ws'

// The globals of the browser builds that are loaded before main.js.

interface GraphiQLComponent {
  createFetcher(options: {
    url: string
    wsClient: GraphqlWs.Client
    fetch: typeof fetch
    enableIncrementalDelivery: boolean
  }): unknown
}

declare global {
  const React: { createElement(component: GraphiQLComponent, properties: object): object }
  const ReactDOM: { createRoot(container: Element): { render(element: object): void } }
  const GraphiQL: GraphiQLComponent
  const graphqlWs: typeof GraphqlWs
  interface Window {
    __webpack_nonce__?: string | undefined
  }
}
