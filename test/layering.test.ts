import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser'
import t, { type Test } from 'tap'

const rules = new URL('../../.dependency-cruiser.js', import.meta.url).href
const { default: configuration } = (await import(rules)) as { default: IConfiguration }

/** Returns the rules that files with these imports violate. */
async function violations(t: Test, files: Record<string, string[]>): Promise<string[]> {
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

t.test('applies the rules to a feature that is not in the list, at any depth', async t => {
  const wrong: [rule: string, file: string, imports: string][] = [
    ['stores-are-private', 'src/features/invented/service.ts', '../people/account/store.js'],
    ['stores-are-private', 'src/features/invented/a/b/service.ts', '../../../people/auth/session-store.js'],
    ['stores-are-private', 'src/features/people/account/service.ts', '../../invented/a/b/store.js'],
    ['services-and-stores-import-no-edge', 'src/features/invented/service.ts', '../../http/errors.js'],
    [
      'services-and-stores-import-no-edge',
      'src/features/invented/a/b/rules.ts',
      '../../../../../generated/resolvers.js',
    ],
    ['features-do-not-import-graphql', 'src/features/invented/a/resolvers.ts', '../../../graphql/schema.js'],
    ['edges-import-no-features', 'src/graphql/a/schema.ts', '../../features/invented/service.js'],
    ['edges-import-no-features', 'src/http/authentication.ts', '../features/invented/a/models.js'],
    ['edges-call-services', 'src/features/invented/a/resolvers.ts', './store.js'],
    ['edges-call-services', 'src/features/invented/routes.ts', '../../platform/database/database.js'],
    ['services-do-not-import-their-edges', 'src/features/invented/service.ts', './a/resolvers.js'],
    ['stores-do-not-import-services', 'src/features/invented/a/store.ts', '../../people/account/service.js'],
    [
      'account-precedes-later-features',
      'src/features/people/account/service.ts',
      '../../media/photos/service.js',
    ],
    ['platform-has-no-domain-rules', 'src/platform/invented/a.ts', '../../features/invented/models.js'],
    ['lib-is-pure', 'src/lib/a/b.ts', '../../platform/invented/a.js'],
    ['http-does-not-import-graphql', 'src/http/a.ts', '../graphql/b.js'],
    ['only-composition-imports-config', 'src/features/invented/a/service.ts', '../../../config.js'],
    ['entry-points-are-not-imported', 'src/features/invented/a.ts', '../../server.js'],
  ]
  for (const [rule, file, imports] of wrong)
    t.same(await violations(t, { [file]: [imports] }), [rule], `${file} imports ${imports}`)
})

t.test('lists every feature, and the parts of a feature in that feature', async t => {
  const folder = new URL('../../src/features/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('/feature.ts'))
  for (const file of files) {
    const name = basename(dirname(file)).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    const whole = files.find(other => file !== other && file.startsWith(`${dirname(other)}/`))
    const list = whole ?? 'features.ts'
    const text = await readFile(new URL(list, folder), 'utf8')
    t.match(text, `import { ${name} } from './${relative(dirname(list), file).replace(/ts$/, 'js')}'`)
    t.match(text, `.add(${name})`)
  }
})

t.test('rejects cycles, also of type imports', async t => {
  t.ok(
    (await violations(t, { 'src/lib/a.ts': ['./b.js'], 'src/lib/b.ts': ['./a.js'] })).includes('no-cycles'),
  )
})

t.test('accepts the imports that features need', async t => {
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
    'src/features/invented/a/service.ts': [
      './store.js',
      '../../people/account/service.js',
      '../../../lib/ids.js',
    ],
    'src/features/invented/a/store.ts': ['../../../platform/database/database.js'],
  }
  t.same(await violations(t, files), [])
})
