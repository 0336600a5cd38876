import type { App } from '../../src/app.js'

/** Methods that are refused there. */
const refused = /^(?!GET |POST )\S+ (\/graphql|\/api\/storage\/signed\/:bucket\/\*)$|^OPTIONS /
/** For whoever develops. */
const workshop = /^\w+ \/(docs|graphiql|outbox|assets|pages)/

/** Every route of the app, hidden ones too, such as `POST /auth/login`; HEAD goes with GET. */
export const routesOf = (app: App): string[] =>
  all(app).filter(route => !refused.test(route) && !workshop.test(route))

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
