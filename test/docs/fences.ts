import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { read, root } from '../deploy/files.js'

/** A fenced block of a document. */
export interface Fence {
  document: string
  /** The heading of the second level that it stands under. */
  chapter: string
  /** Of its first line, counted from 1. */
  line: number
  language: string
  /** What stands behind the language: conditions that a reader does not see. */
  marks: string[]
  text: string
}

const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => `${folder}/${file}`)

/** Everything that is written for people. */
export const documents = ['README.md', ...below('docs'), ...below('.github')]

export function fencesOf(document: string): Fence[] {
  const fences: Fence[] = []
  let chapter = ''
  let open: { fence: Fence; indent: string; lines: string[] } | undefined
  read(document)
    .split('\n')
    .forEach((line, index) => {
      const [, indent = '', info] = /^( *)```(.*)$/.exec(line) ?? []
      if (open && info === '') {
        const { fence, lines } = open
        fences.push({ ...fence, text: lines.join('') })
        open = undefined
      } else if (open) open.lines.push(`${line.replace(open.indent, '')}\n`)
      else if (info !== undefined) {
        const [language = '', ...marks] = info.trim().split(/ +/)
        open = { fence: { document, chapter, line: index + 2, language, marks, text: '' }, indent, lines: [] }
      } else chapter = /^## (.*)/.exec(line)?.[1] ?? chapter
    })
  if (open) throw new Error(`${document}:${open.fence.line}: the block has no end`)
  return fences
}

export const fences = documents.flatMap(fencesOf)
export const placeOf = ({ document, line }: Fence) => `${document}:${line}`
