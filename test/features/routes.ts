import type { App } from '../../src/app.js'

/** Methods that the routes reject. */
const refused = /^(?!GET |POST )\S+ (\/graphql|\/api\/storage\/signed\/:bucket\/\*)$|^OPTIONS /
/** Routes of development tools. */
const devTools = /^\w+ \/(docs|graphiql|outbox|assets|pages)/

/** Lists every route of the app, including hidden ones such as `POST /auth/login`, without HEAD. */
export const routesOf = (app: App): string[] =>
  all(app).filter(route => !refused.test(route) && !devTools.test(route))

function all(app: App): string[] {
  const parents: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap(line => {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      const path = (parents[depth - 1] ?? '') + part
      parents[depth] = path
      return methods
        .split(', ')
        .filter(method => method !== '' && method !== 'HEAD')
        .map(method => `${method} ${path}`)
    })
}
