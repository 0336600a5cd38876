import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { read, root, yaml } from '../deploy/files.js'
import { fences, placeOf, type Fence } from './fences.js'

const languages = [
  'sh',
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
]

/** Marks of blocks that a test cannot paste, each with the reason. */
const elsewhere = {
  npm: 'fetches packages, or builds: .ci/run and deploy/image.ts do it',
  docker: 'wants a container engine',
  kubernetes: 'wants a cluster',
  s3: 'wants the command line of Amazon, and buckets',
}
/** How many of them there are, so that none is left out unseen. */
const leftOut = {
  'README.md npm': 2,
  'docs/backup.md s3': 1,
  'docs/clients.md npm': 1,
  'docs/contributing.md npm': 2,
  'docs/deploy/README.md docker': 2,
  'docs/deploy/README.md kubernetes': 3,
  'docs/production.md npm': 1,
  'docs/upgrade.md npm': 2,
}
/** What blocks that are pasted may say: see shell.ts. */
const conditions = ['service', 'stopped', 'restart', 'mongodb', 'jq']
const shell = fences.filter(({ language }) => language === 'sh')
const isLeftOut = ({ marks }: Fence) => marks.some(mark => Object.hasOwn(elsewhere, mark))

t.test('every block says what it is written in, and no condition that nobody knows', async t => {
  for (const fence of fences) {
    t.ok(languages.includes(fence.language), `${placeOf(fence)} is "${fence.language}"`)
    for (const mark of fence.marks)
      t.ok([...conditions, ...Object.keys(elsewhere)].includes(mark), `${placeOf(fence)}: ${mark}`)
  }
  t.notOk(
    fences.some(
      ({ language, text }) => language === 'text' && /^(\$ |npm |node |curl |docker |kubectl )/m.test(text),
    ),
    'no command is disguised as text',
  )
})

t.test('what is not pasted here is known, and counted', async t => {
  const counts: Record<string, number> = {}
  for (const { document, marks } of shell.filter(isLeftOut))
    for (const mark of marks) counts[`${document} ${mark}`] = (counts[`${document} ${mark}`] ?? 0) + 1
  t.strictSame(counts, leftOut)
})

t.test('every block is one that a shell can read, and names what is there', async t => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [compose] = yaml<{ services: object }>('compose.yaml')
  for (const fence of shell) {
    const { text } = fence
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
    t.equal(status, 0, `${placeOf(fence)}: ${stderr}`)
    for (const [, script = ''] of text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g))
      t.ok(Object.hasOwn(scripts, script), `${placeOf(fence)}: npm run ${script}`)
    for (const [path] of text.matchAll(/(?<![\w./-])(?:dist|src|docs|schema|test|generated|\.ci)\/[\w./-]+/g))
      t.ok(existsSync(join(root, path)), `${placeOf(fence)}: ${path}`)
    for (const [, service = ''] of text.matchAll(/\bdocker compose (?:run|exec|logs)(?: --?[\w-]+)* (\w+)/g))
      t.ok(Object.hasOwn(compose!.services, service), `${placeOf(fence)}: the service ${service}`)
  }
})

t.test('what is asked of a cluster is in the manifests', async t => {
  const manifests = ['namespace', 'deployment', 'migration', 'service'].flatMap(name =>
    yaml<{ kind: string; metadata: { name: string } }>(`docs/deploy/kubernetes/${name}.yaml`),
  )
  const known = manifests.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`)
  for (const fence of shell.filter(({ marks }) => marks.includes('kubernetes')))
    for (const [, kind, name] of [
      ...fence.text.matchAll(/ (job|deployment)[/ ]([a-z-]+)/g),
      ...fence.text.matchAll(/(?:-n|create (?=namespace)) ?(namespace)? ?(fitness[\w-]+)/g),
    ])
      t.ok(known.includes(`${kind ?? 'namespace'}/${name}`), `${placeOf(fence)}: ${kind} ${name}`)
})

t.test('every document that has blocks to paste has a test that pastes them', t => {
  for (const fence of shell.filter(fence => !isLeftOut(fence))) {
    const pasting = fence.document === 'README.md' ? 'tour' : `docs/${basename(fence.document, '.md')}`
    const text = existsSync(join(root, `test/${pasting}.test.ts`)) ? read(`test/${pasting}.test.ts`) : ''
    t.ok(text.includes(fence.document), `${placeOf(fence)}: test/${pasting}.test.ts`)
    // Of the README the tour pastes chapters, and looks at every answer.
    if (pasting === 'tour') t.ok(text.includes(`blocksOf('${fence.chapter}')`), placeOf(fence))
  }
  t.end()
})
