import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { commandLinePath } from './run-command.js'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

function runCommandLine(args: string[], cwd?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandLinePath, ...args], {
    cwd,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Returns the words that a shell suggests for the last of the arguments. */
const complete = (args: string[], cwd?: string) =>
  runCommandLine(['complete', '--', ...args], cwd)
    .stdout.split('\n')
    .filter(line => line !== '' && !line.startsWith(':'))
    .map(line => line.split('\t')[0])

const commands = [
  'start',
  'doctor',
  'demo',
  'admin',
  'backup',
  'restore',
  'move',
  'migrate',
  'rebuild',
  'import-exercises',
  'completions',
  'help',
]

t.test('lists the commands, and the arguments and options of one command', async t => {
  for (const args of [['--help'], ['help'], ['-h']]) {
    const { status, stdout } = runCommandLine(args)
    t.equal(status, 0)
    for (const command of commands) t.match(stdout, new RegExp(`^  ${command}\\b`, 'm'))
    t.notMatch(stdout, /^  complete\b/m, 'hides the command of the completion scripts')
  }
  for (const args of [
    ['help', 'move'],
    ['move', '--help'],
  ])
    t.match(runCommandLine(args), { status: 0, stdout: /move \[options\] <uri>[^]*--discard-unfinished/ })
})

t.test('prints the version', async t => {
  for (const option of ['--version', '-V'])
    t.same(runCommandLine([option]), { status: 0, stdout: `${version}\n`, stderr: '' })
})

t.test('names the closest command or option, and exits with status 2', async t => {
  for (const [args, message] of [
    [['bakup'], /unknown command 'bakup'\n\(Did you mean backup\?\)/],
    [['strat'], /unknown command 'strat'\n\(Did you mean start\?\)/],
    [['move', 'mongodb://x', '--discard-unfinshed'], /\(Did you mean --discard-unfinished\?\)/],
    [['start', 'now'], /too many arguments for 'start'/],
    [['start', '--port'], /unknown option '--port'/],
    [['restore'], /missing required argument 'file'/],
    [['completions', 'tcsh'], /'tcsh' is invalid.* bash, /],
    [[], /^Usage: /],
  ] as const) {
    const { status, stdout, stderr } = runCommandLine([...args])
    t.match([status, stdout, stderr], [2, '', message])
  }
})

t.test('prints completion scripts', async t => {
  for (const [shell, start] of [
    ['bash', '# bash completion for fitness-training-service'],
    ['zsh', '#compdef fitness-training-service'],
    ['fish', '# fish completion for fitness-training-service'],
  ] as const) {
    const { status, stdout } = runCommandLine(['completions', shell])
    t.equal(status, 0)
    t.ok(stdout.startsWith(start), shell)
    t.match(stdout, 'fitness-training-service complete --')
  }
})

t.test('completes commands, options and files', async t => {
  t.strictSame(complete(['']), commands)
  t.strictSame(complete(['d']), ['doctor', 'demo'])
  t.strictSame(complete(['move', '--d']), ['--discard-unfinished'])
  t.match(complete(['completions', '']), ['zsh', 'bash', 'fish'])
  const folder = t.testdir({ 'monday.zip': '', 'exercises.json': '', 'notes.txt': '' })
  t.strictSame(complete(['restore', ''], folder), ['monday.zip'])
  t.strictSame(complete(['import-exercises', ''], folder), ['exercises.json'])
})
