import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ConfigError, UsageError } from '../../errors.js'
import { pluralize } from '../../lib/plural.js'
import { run } from '../run.js'
import { changesSincePublication, publish } from '../schema/publication.js'
import { addVersion, parseSubject, type Change } from './changelog.js'
import { nextVersion, steps, type Step } from './versions.js'

const usage = `Usage: npm run release -- ${steps.join('|')}
Creates the next version: adds it to the changelog from the commits, publishes the schema, commits and tags.`

const changelogFile = 'CHANGELOG.md'
/** The files that contain the version, with the number of occurrences. */
const versionedFiles = [
  ['package.json', (version: string) => `"version": "${version}"`, 1],
  ['package-lock.json', (version: string) => `"version": "${version}"`, 2],
  ['docs/deploy/kubernetes/kustomization.yaml', (version: string) => `newTag: ${version}`, 1],
] as const

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

async function release(args: string[]): Promise<string> {
  const [step, ...others] = args
  if (!isStep(step) || others.length > 0) throw new UsageError(usage)
  if (git('status', '--porcelain') !== '')
    throw new ConfigError([
      'The working tree has uncommitted changes. Commit them first; nothing was changed.',
    ])
  const comparison = await changesSincePublication()
  const breaking = comparison?.breaking.length ?? 0
  if (breaking > 0 && step !== 'major')
    throw new ConfigError([
      `The schema has ${pluralize(breaking, 'breaking change')} since it was published. Release a major version, or see npm run schema:check.`,
    ])

  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const version = nextVersion(current, step)
  const last = lastTag() ?? lastChangelogCommit()
  const subjects = git('log', '--no-merges', '--format=%s', ...(last === undefined ? [] : [`${last}..`]))
  const changes = subjects.split('\n').flatMap(subject => parseSubject(subject) ?? [])
  if (changes.length === 0)
    throw new ConfigError([`There are no changes since ${last ?? 'the first commit'}.`])

  replaceVersion(current, version)
  updateChangelog(version, changes)
  publish()
  git('add', '--all')
  git('commit', '--quiet', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', version)
  return `${version} is committed and tagged v${version}. Publish it with: git push --follow-tags`
}

const isStep = (word: string | undefined): word is Step => steps.some(step => step === word)

function lastTag(): string | undefined {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')
  return tags === '' ? undefined : tags.split('\n')[0]
}

/** If no version was tagged yet, the commits up to the last change of the changelog are in it already. */
const lastChangelogCommit = () => git('log', '--max-count=1', '--format=%H', '--', changelogFile) || undefined

function replaceVersion(current: string, version: string): void {
  for (const [file, format, occurrences] of versionedFiles) {
    let text = readFileSync(file, 'utf8')
    for (let time = 0; time < occurrences; time++) {
      if (!text.includes(format(current))) throw new Error(`${file} does not contain ${format(current)}`)
      text = text.replace(format(current), format(version))
    }
    writeFileSync(file, text)
  }
}

function updateChangelog(version: string, changes: readonly Change[]): void {
  const changelog = existsSync(changelogFile) ? readFileSync(changelogFile, 'utf8') : undefined
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(changelogFile, addVersion(changelog, { version, date, changes }))
}

await run(() => release(process.argv.slice(2)), 'Release failed')
