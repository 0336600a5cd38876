import type { FastifyPluginAsync } from 'fastify'
import { arePackagesInstalled, assets, packageFile, packagesMissing } from '../assets.js'
import type { DemoAccount } from '../pages/demo-account.js'
import { referencePage } from './page.js'

const files = new Map([
  ['swagger-ui.js', packageFile('swagger-ui-dist', 'swagger-ui-bundle.js')],
  ['swagger-ui.css', packageFile('swagger-ui-dist', 'swagger-ui.css')],
])

// Browsers cannot sign requests.
const options = { config: { unlimited: true, unsigned: true }, schema: { hide: true } }

interface Options {
  /** The accounts that the Authorize dialog offers. */
  accounts: readonly DemoAccount[]
}

/** Serves Swagger UI at `/docs`, without resources of other hosts. Not for production. */
export const reference: FastifyPluginAsync<Options> = async (app, { accounts }) => {
  const { page, policy } = referencePage(accounts)
  if (!arePackagesInstalled('swagger-ui-dist')) {
    app.get('/docs', options, async () => {
      throw packagesMissing('The reference', 'swagger-ui-dist@5')
    })
    return
  }
  app.get('/docs', options, async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
      })
      .send(page),
  )
  // The same document as `/openapi.json`, which requires a signature.
  app.get('/docs/openapi.json', options, async () => app.swagger())
  await app.register(assets, { prefix: '/docs', files })
}
