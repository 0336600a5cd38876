import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

type Payload = ConstructorParameters<typeof SourceMap>[0]

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The source maps of files that occurred in stacks; null for files without a source map. */
const maps = new Map<string, SourceMap | null>()

/** Maps a location in a compiled or bundled file to the sources, as file:line:column. Other locations are unchanged. */
function sourceLocation(file: string, line: number, column: number): string {
  const path = resolve(file.startsWith('file:') ? fileURLToPath(file) : file)
  const entry = loadSourceMap(path)?.findEntry(line - 1, column - 1)
  // Positions of code without a source have entries, too.
  if (!entry || !('originalSource' in entry) || !isText(entry.originalSource))
    return `${file}:${line}:${column}`
  const source = relative(root, resolve(dirname(path), entry.originalSource))
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

/** Maps the locations of a stack to the sources, as far as they are in compiled or bundled files. */
export const mapStackToSources = (stack: string): string =>
  stack.replace(
    /^( {4}at .*?)((?:file:\/\/)?\/[^()\n]+\.js):(\d+):(\d+)(?=\)?$)/gm,
    (_, before: string, file: string, line: string, column: string) =>
      before + sourceLocation(file, Number(line), Number(column)),
  )

/** The type of an entry claims that it always has a source. */
const isText = (value: unknown): value is string => typeof value === 'string'

function loadSourceMap(path: string): SourceMap | null {
  const existing = maps.get(path)
  if (existing !== undefined) return existing
  const isThere = path.startsWith(`${root}dist/`) && existsSync(`${path}.map`)
  const map = isThere ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as Payload) : null
  maps.set(path, map)
  return map
}
