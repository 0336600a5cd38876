import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { hours, seconds } from '../lib/quantities.js'

interface Options {
  /** The iOS apps, as `TEAMID.bundle.id`. */
  appleAppIds: readonly string[]
  /** The Android apps with the SHA-256 fingerprints of their certificates, as `package=AA:BB:…`. */
  androidApps: readonly string[]
  /** The base URL of links in mails. */
  linkBase: string
}

/** The paths of all links in mails, below the base URL. The query parameter `token` holds the token. */
const linkPaths = ['/auth/verify-email', '/auth/reset-password', '/auth/link-identity', '/account/delete']

/**
 * Serves the files that let iOS and Android open links of mails in the app. Devices without the app open the page. A
 * platform without configured apps gets 404.
 */
export const appLinks: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { appleAppIds, androidApps, linkBase } = options
  const serve = (url: string, content: object) => {
    const text = JSON.stringify(content)
    // The operating system requests the file, and it cannot sign requests.
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

/** The format of Apple's "Supporting associated domains". */
function appleAppSiteAssociation(appIDs: readonly string[], linkBase: string): object {
  const path = new URL(linkBase).pathname.replace(/\/$/, '')
  const components = [
    ...linkPaths.map(page => ({ '/': path + page, '?': { token: '?*' } })),
    { '/': `${path}/s/*` },
  ]
  return { applinks: { details: [{ appIDs, components }] }, webcredentials: { apps: appIDs } }
}

/** The format of Google's "Digital Asset Links". */
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
