import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError, notFound } from '../errors.js'
import { etagOf, matchesEtag } from '../lib/etags.js'
import { days, seconds } from '../lib/quantities.js'

interface Options {
  /** The name of the folder of the files, and of the path. */
  name: 'app' | 'console'
  /** Sources of images for the content security policy, next to the service itself. */
  imageSources?: readonly string[]
}

/** Returns whether a path leads to the page itself. A sign-in with a provider returns to `sign-in`. */
const isPage = (path: string | undefined): boolean => path === undefined || path === 'sign-in'

interface File {
  type: string
  etag: string
  content: Buffer
  cacheControl: string
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const root = new URL('../../web/', import.meta.url)
/** esbuild adds the hash of the content to a name, so such a file never changes. */
const hashed = /-[0-9A-Z]{8}\.(js|css)$/

const policyOf = (imageSources: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...imageSources].join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

// A page loads several files, and browsers cannot sign requests.
const config = { unlimited: true, unsigned: true }

/** Serves a web app at `/<name>/`. The build creates its files. */
export const webApp: FastifyPluginAsyncTypebox<Options> = async (app, { name, imageSources = [] }) => {
  const policy = policyOf(imageSources)
  const files = await readFiles(new URL(`${name}/`, root))

  // The address is relative, so that it also works behind proxies with a path prefix.
  app.get(`/${name}`, { config, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(`${name}/`),
  )

  const route = {
    config,
    schema: { hide: true, params: Type.Object({ file: Type.Optional(Type.String()) }) },
  }
  for (const url of [`/${name}/`, `/${name}/:file`])
    app.get(url, route, async ({ params, headers }, reply) => {
      if (files.size === 0) throw new AppError('NOT_FOUND', 'The pages are not built: run npm run build.')
      const file = files.get(isPage(params.file) ? 'index.html' : (params.file ?? ''))
      if (!file) throw notFound('file')
      reply.headers({ etag: file.etag, 'cache-control': file.cacheControl })
      if (matchesEtag(headers['if-none-match'], file.etag)) return reply.code(304).send()
      return reply
        .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
        .type(file.type)
        .send(file.content)
    })
}

async function readFiles(folder: URL): Promise<Map<string, File>> {
  const names = await readdir(folder).catch(() => [])
  const files = names.map(async (name): Promise<[string, File]> => {
    const content = await readFile(new URL(name, folder))
    const type = types[extname(name)] ?? 'application/octet-stream'
    const maxAge = hashed.test(name) ? (365 * days) / seconds : 0
    const cacheControl = maxAge > 0 ? `public, max-age=${maxAge}, immutable` : 'no-cache'
    return [name, { type, etag: etagOf(content), content, cacheControl }]
  })
  return new Map(await Promise.all(files))
}
