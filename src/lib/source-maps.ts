import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

type Payload = ConstructorParameters<typeof SourceMap>[0]

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Of those files that errors have named, which are few; null where there is none. */
const maps = new Map<string, SourceMap | null>()

/** Where in the sources a place of a compiled or bundled file stands, as file:line:column; other files as they are. */
export function sourceLocation(file: string, line: number, column: number): string {
  const path = resolve(file.startsWith('file:') ? fileURLToPath(file) : file)
  const entry = loadSourceMap(path)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return `${file}:${line}:${column}`
  const source = relative(root, resolve(dirname(path), entry.originalSource))
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

/** A stack that names places in the sources, as far as it names those of what was compiled or bundled of them. */
export const mapStackToSources = (stack: string): string =>
  stack.replace(
    /^( {4}at .*?)((?:file:\/\/)?\/[^()\n]+\.js):(\d+):(\d+)(?=\)?$)/gm,
    (_, before: string, file: string, line: string, column: string) =>
      before + sourceLocation(file, Number(line), Number(column)),
  )

function loadSourceMap(path: string): SourceMap | null {
  const known = maps.get(path)
  if (known !== undefined) return known
  const isThere = path.startsWith(`${root}dist/`) && existsSync(`${path}.map`)
  const map = isThere ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as Payload) : null
  maps.set(path, map)
  return map
}
