import t from 'tap'
import { runCommand } from './run-command.js'

t.test('reports a failed command with its name', async t => {
  for (const [name, headline, args] of [
    ['backup', 'Backup', ['backup.zip']],
    ['restore', 'Restore', ['backup.zip']],
    ['migrate', 'Migration', []],
    ['move', 'Move', ['mongodb://127.0.0.1:1']],
    ['rebuild', 'Rebuild', []],
    ['admin', 'Creating the administrator', ['ada@example.com']],
    ['import-exercises', 'Import', [new URL('../../../package.json', import.meta.url).pathname]],
    ['demo', 'Demo', []],
  ] as const) {
    const { code, errors } = await runCommand(name, { PORT: 'none' }, [...args])
    t.equal(code, 1, name)
    t.match(errors, new RegExp(`^${headline} failed:`), name)
    t.notMatch(errors, /^ +at /m, name)
  }
})
