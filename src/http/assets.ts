import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError, notFound } from '../errors.js'
import { etagOf, matchesEtag } from '../lib/etags.js'

interface Options {
  /** The path of each file by its name in the URL. No other file can be requested. */
  files: ReadonlyMap<string, () => string>
}

interface Asset {
  type: string
  etag: string
  content: Buffer
}

// Resolved from the root, because the bundle next to the compiled files contains no files of packages.
const { resolve } = createRequire(new URL('../../../package.json', import.meta.url))
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

// The `exports` of a package restrict imports, but not reading its files.
const packageFolder = (name: string) => dirname(resolve(`${name}/package.json`))

/** Returns a function that finds the path of a file in a package. */
export const packageFile = (name: string, file: string) => () => join(packageFolder(name), file)

/** Production installations omit the development dependencies. */
export function arePackagesInstalled(...names: string[]): boolean {
  try {
    names.forEach(packageFolder)
    return true
  } catch {
    return false
  }
}

/** @param packages the missing packages with their versions, for npm install */
export const packagesMissing = (page: string, packages: string): AppError =>
  new AppError(
    'NOT_FOUND',
    `${page} requires packages that are not installed. Run npm install in the repository, or npm install ${packages} where the service is installed as a package.`,
  )

const Params = Type.Object({ file: Type.String() })
// A page loads about a dozen files, and browsers cannot sign requests.
const config = { unlimited: true, unsigned: true }

/** Serves the scripts and style sheets of a page below the prefix. Each file is read on its first request. */
export const assets: FastifyPluginAsyncTypebox<Options> = async (app, { files }) => {
  const read = new Map<string, Promise<Asset>>()

  async function find(name: string): Promise<Asset> {
    const file = files.get(name)
    if (!file) throw notFound('file')
    const existing = read.get(name)
    if (existing) return existing
    const asset = load(file())
    read.set(name, asset)
    // A failed read is retried on the next request.
    asset.catch(() => read.delete(name))
    return asset
  }

  app.get(
    '/:file',
    { config, schema: { hide: true, params: Params } },
    async ({ params, headers }, reply) => {
      const { type, etag, content } = await find(params.file)
      // Browsers revalidate each time, so that an update of the packages takes effect immediately.
      reply.headers({ etag, 'cache-control': 'no-cache' })
      if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(type).send(content)
    },
  )
}

async function load(path: string): Promise<Asset> {
  const content = await readFile(path)
  return { type: types[extname(path)] ?? 'application/octet-stream', etag: etagOf(content), content }
}
