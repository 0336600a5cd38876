import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { currentSchema, without } from '../schema/tree.js'

const program = fileURLToPath(new URL('../../../src/commands/release/command.js', import.meta.url))
const kustomization = 'docs/deploy/kubernetes/kustomization.yaml'

/** Creates a repository with the files that a release changes. */
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
  git('config', 'user.name', 'Ada Lovelace')
  git('config', 'user.email', 'ada@example.com')
  const commit = (...subjects: string[]) => {
    git('add', '--all')
    for (const subject of subjects) git('commit', '--quiet', '--allow-empty', '--message', subject)
  }
  commit('feat(workouts): add saveWorkout', 'chore: tidy', 'fix: escape <b> and *stars*')
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

t.test('raises the version everywhere, lists the changes, publishes the schema and creates a tag', t => {
  const { git, commit, read, release } = repository(t, without(currentSchema, 'User.firstName'))
  const first = release('minor')
  t.match([first.status, first.output], [0, '0.2.0 is committed and tagged v0.2.0'], first.output)
  t.match(read('package.json'), '"version": "0.2.0"')
  t.equal(
    read('package-lock.json'),
    '{ "version": "0.2.0", "packages": { "": { "version": "0.2.0" }, "other": { "version": "0.1.0" } } }\n',
    'versions of dependencies are unchanged',
  )
  t.match(read(kustomization), 'newTag: 0.2.0')
  t.equal(read('schema/published/schema.graphql'), currentSchema)
  t.equal(git('status', '--porcelain'), '')
  t.equal(git('describe', '--tags'), 'v0.2.0')
  t.match(
    read('CHANGELOG.md'),
    /^# Changelog\n[^]*\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n\n- workouts: add saveWorkout\n\n### Fixed\n\n- escape \\<b\\> and \\\*stars\\\*\n$/,
  )

  commit('perf(sync)!: halve the database commands')
  t.equal(release('patch').status, 0)
  const [, second = '', before = ''] = read('CHANGELOG.md').split('\n## ')
  t.match(
    second,
    /^0\.2\.1 [^]*### Breaking changes\n\n- sync: halve the database commands\n\n### Performance\n\n- sync: halve the database commands/,
  )
  t.match(before, /^0\.2\.0/, 'the latest version comes first')
  t.notMatch(second, 'saveWorkout', 'omits the changes of the previous version')
  t.end()
})

t.test('lists only changes since the last change of the changelog while there is no tag', t => {
  const { commit, read, write, release } = repository(t)
  write('CHANGELOG.md', '# Changes\n\nEach version.\n\n## 0.1.0\n')
  commit('docs: add the changelog')
  commit('feat(sync): add changesAvailable')
  t.equal(release('minor').status, 0)
  t.match(read('CHANGELOG.md'), '- sync: add changesAvailable')
  t.notMatch(read('CHANGELOG.md'), 'saveWorkout')
  t.end()
})

t.test('moves the unreleased changes into the new version', t => {
  const { commit, read, write, release } = repository(t)
  write(
    'CHANGELOG.md',
    '# Changelog\n\nText.\n\n## Unreleased\n\n### Breaking changes\n\n- Rename `a`.\n\n### Added\n\n- Add b.\n\n## 0.1.0 (2026-01-01)\n\n### Added\n\n- Everything.\n',
  )
  commit('docs: describe the changes')
  commit('feat: add c', 'fix: correct d')
  t.equal(release('minor').status, 0)
  t.match(
    read('CHANGELOG.md'),
    /\n\n## 0\.2\.0 \(.+\)\n\n### Breaking changes\n\n- Rename `a`\.\n\n### Added\n\n- Add b\.\n- add c\n\n### Fixed\n\n- correct d\n\n## 0\.1\.0 \(2026-01-01\)\n\n### Added\n\n- Everything\.\n$/,
  )
  t.notMatch(read('CHANGELOG.md'), 'Unreleased')
  t.end()
})

t.test(
  'refuses uncommitted changes, breaking changes in a minor version, and releases without changes',
  t => {
    const { git, commit, write, release } = repository(
      t,
      currentSchema.replace('type User ', 'type Gone { a: Int }\n\ntype User '),
    )
    const usage = release('huge')
    t.match([usage.status, usage.output], [1, /Usage: npm run release -- major\|minor\|patch/])
    const breaks = release('minor')
    t.match(
      [breaks.status, breaks.output],
      [1, /has 1 breaking change since it was published\. Release a major version/],
    )
    write('left.txt', 'left')
    t.match(release('major').output, /uncommitted changes/)
    commit('fix: add a file')
    t.match(release('major').output, /1\.0\.0 is committed/)
    t.match(release('patch').output, /There are no changes since v1\.0\.0/)
    t.equal(git('tag', '--list'), 'v1.0.0')
    t.end()
  },
)
