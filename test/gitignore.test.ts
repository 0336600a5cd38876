import { spawnSync } from 'node:child_process'
import t from 'tap'
import { root } from './deploy/files.js'

const secret = [
  ...['.env', '.env.production', 'keys/1-private.pem', 'first-password', 'before-the-upgrade.zip'],
  ...['.data/keys/private.pem', '.data-of-the-upgrade/keys/private.pem'],
]

t.test('git ignores the files with secrets and data that the guides make', t => {
  const input = [...secret, '.env.example', 'src/app.ts'].join('\n')
  const { status, stdout } = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: root,
    input,
    encoding: 'utf8',
  })
  // An archive of the repository has no history, and nothing to ignore.
  if (status === 128) t.comment('this is no checkout')
  else t.strictSame(stdout.trim().split('\n'), secret)
  t.end()
})
