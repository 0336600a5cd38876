import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { read, root, yaml } from '../deploy/files.js'
import { fences, locationOf, type Fence } from './fences.js'

const languages = [
  'sh',
  'graphql',
  'http',
  'text',
  'json',
  'mermaid',
  'swift',
  'kotlin',
  'ts',
  'js',
  'caddyfile',
  'nginx',
  'ini',
  'yaml',
  'graphql',
  'python',
]

/** The marks of blocks that no test of documents runs, each with the reason. */
const skippedMarks = {
  npm: 'installs or builds packages, which .ci/run and deploy/image.ts test',
  docker: 'requires a container engine',
  kubernetes: 'requires a cluster',
  s3: 'requires the AWS command line and buckets',
}
/** The number of skipped blocks by document and mark, so that no block is skipped by mistake. */
const skippedBlocks = {
  'README.md npm': 3,
  'docs/backup.md s3': 1,
  'docs/clients.md npm': 3,
  'docs/contributing.md npm': 4,
  'docs/deploy/README.md docker': 2,
  'docs/deploy/README.md kubernetes': 3,
  'docs/production.md npm': 3,
  'docs/self-hosting.md npm': 2,
  'docs/upgrade.md npm': 2,
}
/** The marks of blocks that are run: see shell.ts. */
const conditions = ['service', 'stopped', 'restart', 'mongodb', 'jq']
const shell = fences.filter(({ language }) => language === 'sh')
const isSkipped = ({ marks }: Fence) => marks.some(mark => Object.hasOwn(skippedMarks, mark))

t.test('names a known language and known conditions for every block', async t => {
  for (const fence of fences) {
    t.ok(languages.includes(fence.language), `${locationOf(fence)} is "${fence.language}"`)
    for (const mark of fence.marks)
      t.ok([...conditions, ...Object.keys(skippedMarks)].includes(mark), `${locationOf(fence)}: ${mark}`)
  }
  t.notOk(
    fences.some(
      ({ language, text }) => language === 'text' && /^(\$ |npm |node |curl |docker |kubectl )/m.test(text),
    ),
    'commands are in blocks of the language sh',
  )
})

t.test('skips only the listed blocks', async t => {
  const counts: Record<string, number> = {}
  for (const { document, marks } of shell.filter(isSkipped))
    for (const mark of marks) counts[`${document} ${mark}`] = (counts[`${document} ${mark}`] ?? 0) + 1
  t.strictSame(counts, skippedBlocks)
})

t.test('contains valid shell syntax and existing scripts, paths and services', async t => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [compose] = yaml<{ services: object }>('compose.yaml')
  for (const fence of shell) {
    const { text } = fence
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
    t.equal(status, 0, `${locationOf(fence)}: ${stderr}`)
    for (const [, script = ''] of text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g))
      t.ok(Object.hasOwn(scripts, script), `${locationOf(fence)}: npm run ${script}`)
    for (const [path] of text.matchAll(/(?<![\w./-])(?:dist|src|docs|schema|test|generated|\.ci)\/[\w./-]+/g))
      t.ok(existsSync(join(root, path)), `${locationOf(fence)}: ${path}`)
    for (const [, service = ''] of text.matchAll(/\bdocker compose (?:run|exec|logs)(?: --?[\w-]+)* (\w+)/g))
      t.ok(Object.hasOwn(compose!.services, service), `${locationOf(fence)}: the service ${service}`)
  }
})

t.test('names only objects of the Kubernetes manifests', async t => {
  const manifests = ['namespace', 'deployment', 'migration', 'service'].flatMap(name =>
    yaml<{ kind: string; metadata: { name: string } }>(`docs/deploy/kubernetes/${name}.yaml`),
  )
  const existing = manifests.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`)
  for (const fence of shell.filter(({ marks }) => marks.includes('kubernetes')))
    for (const [, kind, name] of [
      ...fence.text.matchAll(/ (job|deployment)[/ ]([a-z-]+)/g),
      ...fence.text.matchAll(/(?:-n|create (?=namespace)) ?(namespace)? ?(fitness[\w-]+)/g),
    ])
      t.ok(existing.includes(`${kind ?? 'namespace'}/${name}`), `${locationOf(fence)}: ${kind} ${name}`)
})

t.test('has a test for every document with shell blocks', t => {
  for (const fence of shell.filter(fence => !isSkipped(fence))) {
    const testName = fence.document === 'README.md' ? 'boot/tour' : `docs/${basename(fence.document, '.md')}`
    const text = existsSync(join(root, `test/${testName}.test.ts`)) ? read(`test/${testName}.test.ts`) : ''
    t.ok(text.includes(fence.document), `${locationOf(fence)}: test/${testName}.test.ts`)
    // tour.test.ts runs sections of the README and checks their answers.
    if (testName === 'boot/tour') t.ok(text.includes(`blocksOf('${fence.section}')`), locationOf(fence))
  }
  t.end()
})
