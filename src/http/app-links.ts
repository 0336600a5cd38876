import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { hours, seconds } from '../lib/quantities.js'

interface Options {
  /** Apps for iOS, as `TEAMID.bundle.id`. */
  appleAppIds: readonly string[]
  /** Apps for Android with the SHA-256 fingerprints of their certificates, as `package=AA:BB:…`. */
  androidApps: readonly string[]
  /** Where the links of mails begin. */
  linkBase: string
}

/** What links in mails lead to, behind their beginning. An app that opens them takes the token out of the query. */
const linkPaths = ['/auth/verify-email', '/auth/reset-password', '/account/delete']

/** Says which apps open the links of mails; whoever has none of them gets the page. What is not set is not found. */
export const appLinks: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { appleAppIds, androidApps, linkBase } = options
  const serve = (url: string, content: object) => {
    const text = JSON.stringify(content)
    // A telephone cannot sign before it has the app.
    app.get(url, { config: { unsigned: true }, schema: { hide: true } }, async (_request, reply) =>
      reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': `public, max-age=${(1 * hours) / seconds}`,
        })
        .serializer(String)
        .send(text),
    )
  }
  if (appleAppIds.length > 0)
    serve('/.well-known/apple-app-site-association', appleAppSiteAssociation(appleAppIds, linkBase))
  if (androidApps.length > 0) serve('/.well-known/assetlinks.json', assetLinks(androidApps))
}

/** After Apple's "Supporting associated domains". */
function appleAppSiteAssociation(appIDs: readonly string[], linkBase: string): object {
  const path = new URL(linkBase).pathname.replace(/\/$/, '')
  const components = linkPaths.map(page => ({ '/': path + page, '?': { token: '?*' } }))
  return { applinks: { details: [{ appIDs, components }] }, webcredentials: { apps: appIDs } }
}

/** After Google's "Digital Asset Links". */
function assetLinks(apps: readonly string[]): object {
  const fingerprints = new Map<string, string[]>()
  for (const app of apps) {
    const [name = '', fingerprint = ''] = app.split('=')
    fingerprints.set(name, [...(fingerprints.get(name) ?? []), fingerprint.toUpperCase()])
  }
  return [...fingerprints].map(([package_name, sha256_cert_fingerprints]) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name, sha256_cert_fingerprints },
  }))
}
