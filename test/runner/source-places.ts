import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

type Payload = ConstructorParameters<typeof SourceMap>[0]

/** Where in the sources a place of a compiled file stands, as file:line:column. */
export function sourcePlace(file: string, line: number, column: number): string {
  const path = resolve(file.startsWith('file:') ? fileURLToPath(file) : file)
  if (!existsSync(`${path}.map`)) return `${file}:${line}:${column}`
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as Payload)
  const entry = map.findEntry(line - 1, column - 1)
  if (!('originalSource' in entry)) return `${file}:${line}:${column}`
  const source = relative(process.cwd(), resolve(dirname(path), entry.originalSource))
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

/** A text, such as a stack, that names places in the sources instead of compiled files. */
export const inSources = (text: string) =>
  text.replace(
    /((?:file:\/\/)?[\w./@-]+\.js):(\d+):(\d+)/g,
    (_, file: string, line: string, column: string) => sourcePlace(file, Number(line), Number(column)),
  )
