import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Of those files that errors have named, which are few; null where there is none. */
const maps = new Map<string, SourceMap | null>()

/** A stack that names places in the sources, as far as it names those of what was compiled or bundled of them. */
export const inSources = (stack: string): string =>
  stack.replace(/^( {4}at .*?)((?:file:\/\/)?\/[^()\n]+\.js):(\d+):(\d+)(?=\)?$)/gm, placed)

function placed(whole: string, before: string, file: string, line: string, column: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const entry = mapOf(path)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (!entry || !('originalSource' in entry)) return whole
  const source = relative(root, resolve(dirname(path), entry.originalSource))
  return `${before}${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

function mapOf(path: string): SourceMap | null {
  const known = maps.get(path)
  if (known !== undefined) return known
  const isThere = path.startsWith(`${root}dist/`) && existsSync(`${path}.map`)
  const map = isThere ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as Payload) : null
  maps.set(path, map)
  return map
}

type Payload = ConstructorParameters<typeof SourceMap>[0]
