/** A commit whose subject is a Conventional Commit, such as `feat(workouts): add startWorkout`. */
export interface Change {
  type: string
  scope: string | undefined
  isBreaking: boolean
  description: string
}

const title = '# Changelog\n\nThe changes of each version for people who upgrade, latest version first.\n'
const breaking = 'Breaking changes'
/** The types of commits that a changelog lists, with their headings. The other types do not concern users. */
const headings = { feat: 'Added', fix: 'Fixed', perf: 'Performance' } as const

/** Returns undefined for a subject that is not a Conventional Commit, such as that of a merge. */
export function parseSubject(subject: string): Change | undefined {
  const parts = /^(\w+)(?:\(([^)]+)\))?(!)?: (.+)$/.exec(subject)
  if (!parts) return undefined
  const [, type = '', scope, bang, description = ''] = parts
  return { type, scope, isBreaking: bang !== undefined, description }
}

/**
 * Returns a changelog with the section of a new version. The handwritten section `Unreleased` becomes a part of it: the
 * changes follow under the same headings.
 */
export function addVersion(
  changelog: string | undefined,
  { version, date, changes }: { version: string; date: string; changes: readonly Change[] },
): string {
  const sections = (changelog ?? '').split(/^(?=## )/m).slice(1)
  const unreleased = sections.find(section => section.startsWith('## Unreleased\n'))
  const earlier = sections.filter(section => section !== unreleased)
  const lists: [heading: string, changes: readonly Change[]][] = [
    [breaking, changes.filter(({ isBreaking }) => isBreaking)],
    ...Object.entries(headings).map(
      ([type, heading]) => [heading, changes.filter(change => change.type === type)] as [string, Change[]],
    ),
  ]
  const parts = lists.flatMap(([heading, listed]) => {
    const lines = [...subsection(unreleased, heading), ...listed.map(toListItem)]
    return lines.length > 0 ? [`### ${heading}\n\n${lines.join('\n')}\n`] : []
  })
  const section = [
    `## ${version} (${date})\n`,
    ...(parts.length > 0 ? parts : ['No changes that users notice.\n']),
  ].join('\n')
  return [title, section, ...earlier.map(text => `${text.trimEnd()}\n`)].join('\n')
}

/** The text below a heading of the third level; empty if there is none. */
function subsection(section = '', heading: string): string[] {
  const found = section.split(/^### /m).find(part => part.startsWith(`${heading}\n`))
  return found === undefined ? [] : [found.slice(heading.length).trim()]
}

const toListItem = ({ scope, description }: Change) =>
  `- ${scope === undefined ? '' : `${scope}: `}${escapeMarkdown(description)}`

const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_<>[\]]/g, character => `\\${character}`)
