import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser'
import t, { type Test } from 'tap'

const rules = new URL('../../.dependency-cruiser.js', import.meta.url).href
const { default: configuration } = (await import(rules)) as { default: IConfiguration }

/** Which walls are broken in a house of these files, each with what it imports. */
async function broken(t: Test, files: Record<string, string[]>): Promise<string[]> {
  const folder = t.testdir({ 'tsconfig.json': '{}' })
  const imported = Object.entries(files).flatMap(([file, imports]) =>
    imports.map(path => join(dirname(file), path).replace(/\.js$/, '.ts')),
  )
  for (const file of new Set([...imported, ...Object.keys(files)])) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    const lines = (files[file] ?? []).map(path => `import type { Something } from '${path}'`)
    await writeFile(join(folder, file), [...lines, 'export type Something = 1', ''].join('\n'))
  }
  const { options = {}, ...ruleSet } = configuration
  const { doNotFollow, tsPreCompilationDeps } = options
  const { output } = await cruise(['.'], {
    ...(doNotFollow && { doNotFollow }),
    ...(tsPreCompilationDeps && { tsPreCompilationDeps }),
    baseDir: folder,
    ruleSet,
    validate: true,
  })
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name).sort()
}

t.test('a feature that nobody knew of keeps to the walls, at any depth', async t => {
  const wrong: [wall: string, file: string, imports: string][] = [
    ['stores-are-private', 'src/features/invented/service.ts', '../account/store.js'],
    ['stores-are-private', 'src/features/invented/a/b/service.ts', '../../../auth/session-store.js'],
    ['stores-are-private', 'src/features/account/service.ts', '../invented/a/b/store.js'],
    ['services-and-stores-know-no-edge', 'src/features/invented/service.ts', '../../http/errors.js'],
    [
      'services-and-stores-know-no-edge',
      'src/features/invented/a/b/rules.ts',
      '../../../../../generated/resolvers.js',
    ],
    ['features-know-no-graphql-edge', 'src/features/invented/a/resolvers.ts', '../../../graphql/schema.js'],
    ['edges-know-no-feature', 'src/graphql/a/schema.ts', '../../features/invented/service.js'],
    ['edges-know-no-feature', 'src/http/authentication.ts', '../features/invented/a/models.js'],
    ['edges-ask-services', 'src/features/invented/a/resolvers.ts', './store.js'],
    ['edges-ask-services', 'src/features/invented/routes.ts', '../../platform/database/database.js'],
    ['services-know-no-edge-of-theirs', 'src/features/invented/service.ts', './a/resolvers.js'],
    ['stores-know-no-service', 'src/features/invented/a/store.ts', '../../account/service.js'],
    ['account-comes-first', 'src/features/account/service.ts', '../photos/service.js'],
    ['platform-has-no-rules', 'src/platform/invented/a.ts', '../../features/invented/models.js'],
    ['lib-is-pure', 'src/lib/a/b.ts', '../../platform/invented/a.js'],
    ['graphql-stands-on-http', 'src/http/a.ts', '../graphql/b.js'],
    ['settings-are-handed-on', 'src/features/invented/a/service.ts', '../../../config.js'],
    ['nobody-imports-a-program', 'src/features/invented/a.ts', '../../server.js'],
  ]
  for (const [wall, file, imports] of wrong)
    t.same(await broken(t, { [file]: [imports] }), [wall], `${file} imports ${imports}`)
})

t.test('every folder of a feature is in the list', async t => {
  const folder = new URL('../../src/features/', import.meta.url)
  const folders = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isDirectory())
  const list = await readFile(new URL('features.ts', folder), 'utf8')
  for (const { name } of folders) {
    const feature = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    t.match(list, `.add(${feature})`)
  }
})

t.test('what needs each other is refused, also where only types are imported', async t => {
  t.ok((await broken(t, { 'src/lib/a.ts': ['./b.js'], 'src/lib/b.ts': ['./a.js'] })).includes('no-circles'))
})

t.test('a feature may do what features do', async t => {
  const files = {
    'src/features/invented/feature.ts': [
      './resolvers.js',
      './routes.js',
      './a/service.js',
      './a/store.js',
      '../../config.js',
    ],
    'src/features/invented/resolvers.ts': [
      '../../../generated/resolvers.js',
      '../../viewer.js',
      './a/service.js',
    ],
    'src/features/invented/routes.ts': ['../../http/errors.js', './a/service.js'],
    'src/features/invented/a/service.ts': ['./store.js', '../../account/service.js', '../../../lib/ids.js'],
    'src/features/invented/a/store.ts': ['../../../platform/database/database.js'],
  }
  t.same(await broken(t, files), [])
})
