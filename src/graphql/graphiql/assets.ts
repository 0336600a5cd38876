import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Asset {
  type: string
  etag: string
  content: Buffer
}

const { resolve } = createRequire(import.meta.url)
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

// Packages say by their `exports` what may be imported; these files are read.
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`))
const ofPackage = (name: string, file: string) => () => join(folderOf(name), file)
const ofBrowser = (file: string) => () => fileURLToPath(new URL(`browser/${file}`, import.meta.url))

/** Everything the page loads, by its name in the address. Nothing else is ever read. */
const files = new Map([
  ['react.js', ofPackage('react', 'umd/react.production.min.js')],
  ['react-dom.js', ofPackage('react-dom', 'umd/react-dom.production.min.js')],
  ['graphiql.js', ofPackage('graphiql', 'graphiql.min.js')],
  ['graphiql.css', ofPackage('graphiql', 'graphiql.min.css')],
  ['graphql-ws.js', ofPackage('graphql-ws', 'umd/graphql-ws.min.js')],
  ['main.js', ofBrowser('main.js')],
  ['bar.js', ofBrowser('bar.js')],
  ['session.js', ofBrowser('session.js')],
])

/** Whether the packages of the page are here: an installation for production leaves them out. */
export function isInstalled(): boolean {
  try {
    for (const name of ['react', 'react-dom', 'graphiql']) folderOf(name)
    return true
  } catch {
    return false
  }
}

/** The assets by name, each read when it is first asked for. Undefined: there is none of this name. */
export function assetReader() {
  const read = new Map<string, Promise<Asset>>()

  return function asset(name: string): Promise<Asset> | undefined {
    const file = files.get(name)
    if (!file) return undefined
    const known = read.get(name) ?? load(file())
    read.set(name, known)
    return known
  }
}

async function load(path: string): Promise<Asset> {
  const content = await readFile(path)
  const hash = createHash('sha256').update(content).digest('base64url')
  return { type: types[extname(path)] ?? 'application/octet-stream', etag: `"${hash}"`, content }
}
