import { spawnSync } from 'node:child_process'
import t from 'tap'
import { root } from './deploy/files.js'

const secretFiles = [
  ...['.env', '.env.production', 'keys/1-private.pem', 'first-password', 'before-the-upgrade.zip'],
  ...['.data/keys/private.pem', '.data-of-the-upgrade/keys/private.pem'],
]

t.test('ignores the files with secrets and data that the documentation creates', t => {
  const input = [...secretFiles, '.env.example', 'src/app.ts'].join('\n')
  const { status, stdout } = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: root,
    input,
    encoding: 'utf8',
  })
  // git fails outside of a checkout, such as in an archive of the repository.
  if (status === 128) t.comment('this is not a checkout')
  else t.strictSame(stdout.trim().split('\n'), secretFiles)
  t.end()
})
