/** What a commit says of itself, as `feat(workouts): a workout is saved whole` does. */
export interface Change {
  kind: string
  /** The part of the service. */
  scope: string | undefined
  isBreaking: boolean
  text: string
}

/** Which kinds are told, under which heading; the others are of no concern to those who use the service. */
const headings = { feat: 'New', fix: 'Repaired', perf: 'Faster' } as const

const title = '# Changes\n\nEach version, the latest first; made from the commits by `npm run release`.\n'

/** Undefined where the commit follows no form, such as a merge. */
export function changeOf(subject: string): Change | undefined {
  const parts = /^(\w+)(?:\(([^)]+)\))?(!)?: (.+)$/.exec(subject)
  if (!parts) return undefined
  const [, kind = '', scope, bang, text = ''] = parts
  return { kind, scope, isBreaking: bang !== undefined, text }
}

/** The chapter of one version. */
export function chapterOf(version: string, date: string, changes: readonly Change[]): string {
  const list = (chosen: readonly Change[]) => chosen.map(line).join('\n')
  const breaking = changes.filter(({ isBreaking }) => isBreaking)
  const parts = Object.entries(headings).map(
    ([kind, heading]) => [heading, changes.filter(change => change.kind === kind)] as const,
  )
  const told = [['Breaking', breaking] as const, ...parts].filter(([, chosen]) => chosen.length > 0)
  const paragraphs = told.map(([heading, chosen]) => `### ${heading}\n\n${list(chosen)}\n`)
  return [
    `## ${version} (${date})\n`,
    ...(paragraphs.length > 0 ? paragraphs : ['Nothing that shows.\n']),
  ].join('\n')
}

/** A changelog with one more chapter, before the others. */
export function withChapter(changelog: string | undefined, chapter: string): string {
  const before = changelog?.slice(title.length) ?? ''
  return `${title}\n${chapter}${before}`
}

const line = ({ scope, text }: Change) => `- ${scope === undefined ? '' : `${scope}: `}${escaped(text)}`

/** What a text has of Markdown's own signs stands for itself. */
const escaped = (text: string) => text.replaceAll(/[\\`*_<>[\]]/g, sign => `\\${sign}`)
