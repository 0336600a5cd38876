import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { notFound } from '../errors.js'
import { etagOf, matchesEtag } from '../lib/etags.js'

interface Options {
  /** Where each file lies, by its name in the address. Nothing else is ever read. */
  files: ReadonlyMap<string, () => string>
}

interface Asset {
  type: string
  etag: string
  content: Buffer
}

// From the root: the build's bundle, beside the compiled files, holds no files of packages.
const { resolve } = createRequire(new URL('../../../package.json', import.meta.url))
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

// Packages say by their `exports` what may be imported; these files are read.
const packageFolder = (name: string) => dirname(resolve(`${name}/package.json`))

/** A file of a package. */
export const packageFile = (name: string, file: string) => () => join(packageFolder(name), file)

/** Whether packages are here: an installation for production leaves some out. */
export function arePackagesInstalled(...names: string[]): boolean {
  try {
    names.forEach(packageFolder)
    return true
  } catch {
    return false
  }
}

const Params = Type.Object({ file: Type.String() })
// A dozen files per visit; a browser cannot sign.
const config = { unlimited: true, unsigned: true }

/** The scripts and style sheets of a page, below the prefix, each read when it is first asked for. */
export const assets: FastifyPluginAsyncTypebox<Options> = async (app, { files }) => {
  const read = new Map<string, Promise<Asset>>()

  async function find(name: string): Promise<Asset> {
    const file = files.get(name)
    if (!file) throw notFound('file')
    const known = read.get(name)
    if (known) return known
    const asset = load(file())
    read.set(name, asset)
    // What could not be read is read again.
    asset.catch(() => read.delete(name))
    return asset
  }

  app.get(
    '/:file',
    { config, schema: { hide: true, params: Params } },
    async ({ params, headers }, reply) => {
      const { type, etag, content } = await find(params.file)
      // An update of the packages is seen at once, and costs nothing until then.
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
