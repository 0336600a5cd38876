import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { read, root } from '../deploy/files.js'

/** A fenced block of a document. */
export interface Fence {
  document: string
  /** The heading of the second level above the block. */
  section: string
  /** The number of the block's first line, counted from 1. */
  line: number
  language: string
  /** The words after the language, which readers do not see: the conditions of the block. */
  marks: string[]
  text: string
}

const markdownFilesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => `${folder}/${file}`)

/** All documents of the project. */
export const documents = ['README.md', ...markdownFilesIn('docs'), ...markdownFilesIn('.github')]

export function fencesOf(document: string): Fence[] {
  const fences: Fence[] = []
  let section = ''
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
        open = { fence: { document, section, line: index + 2, language, marks, text: '' }, indent, lines: [] }
      } else section = /^## (.*)/.exec(line)?.[1] ?? section
    })
  if (open) throw new Error(`${document}:${open.fence.line}: the block is not closed`)
  return fences
}

export const fences = documents.flatMap(fencesOf)
export const locationOf = ({ document, line }: Fence) => `${document}:${line}`
