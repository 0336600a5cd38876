import { fileURLToPath } from 'node:url'
import { arePackagesInstalled, packageFile } from '../../http/assets.js'

const browserFile = (file: string) => () => fileURLToPath(new URL(`browser/${file}`, import.meta.url))

/** The files that the page loads, by their names in the URL. */
export const files = new Map([
  ['react.js', packageFile('react', 'umd/react.production.min.js')],
  ['react-dom.js', packageFile('react-dom', 'umd/react-dom.production.min.js')],
  ['graphiql.js', packageFile('graphiql', 'graphiql.min.js')],
  ['graphiql.css', packageFile('graphiql', 'graphiql.min.css')],
  ['graphql-ws.js', packageFile('graphql-ws', 'umd/graphql-ws.min.js')],
  ['main.js', browserFile('main.js')],
  ['bar.js', browserFile('bar.js')],
  ['examples.js', browserFile('examples.js')],
  ['session.js', browserFile('session.js')],
])

/** The packages of the page are development dependencies. */
export const isInstalled = () => arePackagesInstalled('react', 'react-dom', 'graphiql')
