import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ConfigError, UsageError } from '../../errors.js'
import { pluralize } from '../../lib/plural.js'
import { run } from '../run.js'
import { changesSincePublication, publish } from '../schema/publication.js'
import { changeOf, chapterOf, withChapter } from './changelog.js'
import { nextVersion, steps, type Step } from './versions.js'

const usage = `Usage: npm run release -- ${steps.join('|')}
Makes the next version: writes the changelog from the commits, publishes the schema, commits and tags.`

const changelogFile = 'CHANGELOG.md'
/** Where the version is written, and how often. */
const places = [
  ['package.json', (version: string) => `"version": "${version}"`, 1],
  ['package-lock.json', (version: string) => `"version": "${version}"`, 2],
  ['docs/deploy/kubernetes/kustomization.yaml', (version: string) => `newTag: ${version}`, 1],
] as const

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

async function release(args: string[]): Promise<string> {
  const [step, ...others] = args
  if (!isStep(step) || others.length > 0) throw new UsageError(usage)
  if (git('status', '--porcelain') !== '')
    throw new ConfigError(['Something is not committed. Nothing was changed.'])
  const comparison = await changesSincePublication()
  const breaking = comparison?.breaking.length ?? 0
  if (breaking > 0 && step !== 'major')
    throw new ConfigError([
      `The schema breaks what was published ${pluralize(breaking, 'time')} (npm run schema:check): that is a major version.`,
    ])

  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const version = nextVersion(current, step)
  const last = lastTag() ?? lastChapter()
  const subjects = git('log', '--no-merges', '--format=%s', ...(last === undefined ? [] : [`${last}..`]))
  const changes = subjects.split('\n').flatMap(subject => changeOf(subject) ?? [])
  if (changes.length === 0) throw new ConfigError([`Nothing was committed since ${last ?? 'the beginning'}.`])

  rename(current, version)
  tell(chapterOf(version, new Date().toISOString().slice(0, 10), changes))
  publish()
  git('add', '--all')
  git('commit', '--quiet', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', version)
  return `${version} is committed and tagged v${version}. To let others have it: git push --follow-tags`
}

const isStep = (word: string | undefined): word is Step => steps.some(step => step === word)

function lastTag(): string | undefined {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')
  return tags === '' ? undefined : tags.split('\n')[0]
}

/** Of what was never tagged, the commit of the chapter that tells it. */
const lastChapter = () => git('log', '--max-count=1', '--format=%H', '--', changelogFile) || undefined

/** The next version in place of the one of now. */
function rename(current: string, version: string): void {
  for (const [file, written, times] of places) {
    let text = readFileSync(file, 'utf8')
    for (let time = 0; time < times; time++) {
      if (!text.includes(written(current))) throw new Error(`${file} does not say ${written(current)}`)
      text = text.replace(written(current), written(version))
    }
    writeFileSync(file, text)
  }
}

function tell(chapter: string): void {
  const changelog = existsSync(changelogFile) ? readFileSync(changelogFile, 'utf8') : undefined
  writeFileSync(changelogFile, withChapter(changelog, chapter))
}

run(release, 'Release failed')
