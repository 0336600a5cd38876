import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { currentSchema, without } from '../schema/tree.js'

const program = fileURLToPath(new URL('../../../src/commands/release/command.js', import.meta.url))
const kustomization = 'docs/deploy/kubernetes/kustomization.yaml'

/** A repository with what a release changes. */
function repository(t: Test, published = currentSchema) {
  const version = '"version": "0.1.0"'
  const folder = t.testdir({
    'package.json': `{ "name": "x", ${version} }\n`,
    'package-lock.json': `{ ${version}, "packages": { "": { ${version} }, "other": { ${version} } } }\n`,
    generated: { 'schema.graphql': currentSchema },
    schema: { operations: {}, published: { 'schema.graphql': published } },
    docs: { deploy: { kubernetes: { 'kustomization.yaml': 'images:\n  - newTag: 0.1.0\n' } } },
  })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('config', 'user.name', 'Somebody')
  git('config', 'user.email', 'somebody@example.com')
  const commit = (...subjects: string[]) => {
    git('add', '--all')
    for (const subject of subjects) git('commit', '--quiet', '--allow-empty', '--message', subject)
  }
  commit('feat(workouts): a workout is saved whole', 'chore: tidy', 'fix: <b> is no *star*')
  return {
    git,
    commit,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    release: (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        encoding: 'utf8',
      })
      return { status, output: stdout + stderr }
    },
  }
}

t.test('a release has a version everywhere, tells what changed, publishes the schema and is tagged', t => {
  const { git, commit, read, release } = repository(t, without(currentSchema, 'User.firstName'))
  const first = release('minor')
  t.match([first.status, first.output], [0, '0.2.0 is committed and tagged v0.2.0'], first.output)
  t.match(read('package.json'), '"version": "0.2.0"')
  t.equal(
    read('package-lock.json'),
    '{ "version": "0.2.0", "packages": { "": { "version": "0.2.0" }, "other": { "version": "0.1.0" } } }\n',
    'what others have for a version stays theirs',
  )
  t.match(read(kustomization), 'newTag: 0.2.0')
  t.equal(read('schema/published/schema.graphql'), currentSchema)
  t.equal(git('status', '--porcelain'), '')
  t.equal(git('describe', '--tags'), 'v0.2.0')
  t.match(
    read('CHANGELOG.md'),
    /^# Changes\n[^]*\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### New\n\n- workouts: a workout is saved whole\n\n### Repaired\n\n- \\<b\\> is no \\\*star\\\*\n$/,
  )

  commit('perf(sync)!: half the commands')
  t.equal(release('patch').status, 0)
  const [, second = '', before = ''] = read('CHANGELOG.md').split('\n## ')
  t.match(
    second,
    /^0\.2\.1 [^]*### Breaking\n\n- sync: half the commands\n\n### Faster\n\n- sync: half the commands/,
  )
  t.match(before, /^0\.2\.0/, 'the latest is first')
  t.notMatch(second, 'saved whole', 'what the version before has told')
  t.end()
})

t.test('a chapter that was written before anything was tagged is not told again', t => {
  const { commit, read, write, release } = repository(t)
  write('CHANGELOG.md', '# Changes\n\nEach version.\n\n## 0.1.0\n')
  commit('docs: the first chapter')
  commit('feat(sync): what came later')
  t.equal(release('minor').status, 0)
  t.match(read('CHANGELOG.md'), '- sync: what came later')
  t.notMatch(read('CHANGELOG.md'), 'saved whole')
  t.end()
})

t.test('nothing is released of what is not ready', t => {
  const { git, commit, write, release } = repository(
    t,
    currentSchema.replace('type User ', 'type Gone { a: Int }\n\ntype User '),
  )
  const usage = release('huge')
  t.match([usage.status, usage.output], [1, /Usage: npm run release -- major\|minor\|patch/])
  const breaks = release('minor')
  t.match([breaks.status, breaks.output], [1, /breaks what was published 1 time .*major version/])
  write('left.txt', 'left')
  t.match(release('major').output, /Something is not committed/)
  commit('fix: what was left')
  t.match(release('major').output, /1\.0\.0 is committed/)
  t.match(release('patch').output, /Nothing was committed since v1\.0\.0/)
  t.equal(git('tag', '--list'), 'v1.0.0')
  t.end()
})
