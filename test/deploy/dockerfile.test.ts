import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser, type Copy } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { read, root, problemsOf } from './files.js'

const text = read('Dockerfile')
const dockerfile = DockerfileParser.parse(text)
const instructions = dockerfile.getInstructions()
const last = (keyword: string) =>
  instructions
    .filter(instruction => instruction.getKeyword() === keyword)
    .at(-1)
    ?.getArgumentsContent()

t.test('passes the linter', async t => {
  t.strictSame(
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`),
    [],
  )
})

t.test('sends only the copied files to the builder', async t => {
  const context = read('.dockerignore').split('\n')
  t.equal(
    context.find(line => !line.startsWith('#')),
    '*',
    'everything else is ignored',
  )
  const admitted = context.filter(line => line.startsWith('!')).map(line => line.slice(1))
  const copied = dockerfile
    .getCOPYs()
    .filter(copy => !fromStage(copy))
    .flatMap(copy => copy.getArguments().slice(0, -1).map(String))
  t.strictSame(copied.sort(), [...admitted].sort())
  for (const path of copied) t.ok(existsSync(join(root, path)), path)
})

const fromStage = (copy: Copy) => copy.getFlags().some(flag => flag.getName() === 'from')

t.test('runs as an unprivileged user without a shell, and receives signals directly', async t => {
  t.match(last('FROM'), /^gcr\.io\/distroless\/.*:nonroot$/)
  t.match(last('USER'), /^[1-9]\d*:[1-9]\d*$/)
  // The exec form is required: there is no shell, and a shell would not forward signals.
  for (const keyword of ['ENTRYPOINT', 'CMD']) t.type(JSON.parse(last(keyword) ?? ''), Array)
  t.equal(last('STOPSIGNAL'), 'SIGTERM')
  t.match(last('HEALTHCHECK'), /CMD \["\/usr\/local\/bin\/node",.*\/health\/live/)
  t.notOk(
    instructions.some(instruction => instruction.getKeyword() === 'ADD'),
    'nothing is downloaded outside the lock file',
  )
})

t.test('pins the version of Node, and runs the Node that built the image', async t => {
  t.match(text, /^ARG NODE_VERSION=\d+\.\d+\.\d+$/m)
  t.match(text, /^COPY --from=build \/usr\/local\/bin\/node /m)
})

t.test('sets only existing settings', async t => {
  const given = dockerfile.getENVs().flatMap(env => env.getProperties())
  const settings = Object.fromEntries(given.map(one => [one.getName(), one.getValue() ?? '']))
  t.strictSame(
    problemsOf(settings).filter(problem => /is not a setting/.test(problem)),
    [],
  )
  t.match(settings, { NODE_ENV: 'production', HOST: '0.0.0.0' })
})
