import { fileURLToPath } from 'node:url'
import { areInstalled, ofPackage } from '../../http/assets.js'

const ofBrowser = (file: string) => () => fileURLToPath(new URL(`browser/${file}`, import.meta.url))

/** Everything the page loads, by its name in the address. */
export const files = new Map([
  ['react.js', ofPackage('react', 'umd/react.production.min.js')],
  ['react-dom.js', ofPackage('react-dom', 'umd/react-dom.production.min.js')],
  ['graphiql.js', ofPackage('graphiql', 'graphiql.min.js')],
  ['graphiql.css', ofPackage('graphiql', 'graphiql.min.css')],
  ['graphql-ws.js', ofPackage('graphql-ws', 'umd/graphql-ws.min.js')],
  ['main.js', ofBrowser('main.js')],
  ['bar.js', ofBrowser('bar.js')],
  ['examples.js', ofBrowser('examples.js')],
  ['session.js', ofBrowser('session.js')],
])

/** Whether the packages of the page are here. */
export const isInstalled = () => areInstalled('react', 'react-dom', 'graphiql')
