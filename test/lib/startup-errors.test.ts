import t from 'tap'
import { ConfigError } from '../../src/errors.js'
import { explainError, explainStartError } from '../../src/lib/startup-errors.js'

/** Creates an error of the operating system. */
const systemError = (message: string, properties: object) => Object.assign(new Error(message), properties)

t.test('explains a system error by its location, cause, remedy and code', async t => {
  const sentences: [message: string, properties: object, sentence: RegExp][] = [
    [
      "EACCES: permission denied, mkdir '/data/x'",
      { code: 'EACCES', syscall: 'mkdir', path: '/data/x' },
      /^The service cannot start: \/data\/x: permission denied\. .*DATA_PATH.* \(EACCES\)\.$/,
    ],
    [
      'listen EACCES: permission denied 127.0.0.1:80',
      { code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 },
      /^The service cannot start: 127\.0\.0\.1:80: this user is not permitted to use this port\. .*PORT.* \(EACCES\)\.$/,
    ],
    [
      'listen EADDRINUSE: address already in use ::1:80',
      { code: 'EADDRINUSE', syscall: 'listen', address: '::1', port: 80 },
      /^The service cannot start: \[::1\]:80: another program is .* \(EADDRINUSE\)\.$/,
    ],
    [
      'getaddrinfo ENOTFOUND nowhere.invalid',
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere.invalid' },
      /^The service cannot start: nowhere\.invalid: this host name cannot be resolved.* \(ENOTFOUND\)\.$/,
    ],
    [
      "ENOENT: no such file or directory, open '/backup.zip'",
      { code: 'ENOENT', syscall: 'open', path: '/backup.zip' },
      /^The service cannot start: \/backup\.zip: the file does not exist \(ENOENT\)\.$/,
    ],
    [
      'ENOSPC: no space left on device, write',
      { code: 'ENOSPC', syscall: 'write' },
      /^The service cannot start: the disk is full\. .* \(ENOSPC\)\.$/,
    ],
  ]
  for (const [message, properties, sentence] of sentences)
    t.match(explainStartError(systemError(message, properties)), sentence, message)
})

t.test('prefixes the cause with the attempted action, without repetition', async t => {
  const path = '/data/database'
  const cause = systemError(`EROFS: read-only file system, open '${path}'`, { code: 'EROFS', path })
  t.equal(
    explainError('Nothing was restored', new Error(`the data folder ${path} cannot be opened`, { cause })),
    `Nothing was restored: the data folder ${path} cannot be opened: ` +
      'the file system is read-only. Set DATA_PATH to another folder (EROFS).',
  )
})

t.test('explains errors of SQLite, which have no code', t => {
  const explain = (message: string) =>
    explainError('It failed', new Error('the database does not respond', { cause: new Error(message) }))
  t.equal(
    explain('database disk image is malformed'),
    'It failed: the database does not respond: database disk image is malformed: ' +
      'the data file is damaged. Restore a backup.',
  )
  t.match(
    explain('database or disk is full'),
    /: database or disk is full: free some space, or set DATA_PATH/,
  )
  t.end()
})

t.test('keeps the messages of other errors', async t => {
  t.equal(explainError('It failed', new Error('the moon is full')), 'It failed: the moon is full')
  t.equal(explainError('It failed', 'no reason'), 'It failed: no reason')
  t.equal(
    explainError('It failed', new ConfigError(['PORT is no port.'])),
    'It failed:\n  - PORT is no port.',
  )
  t.equal(
    explainError(
      'It failed',
      systemError('the file was moved away', { code: 'ENOENT', syscall: 'open', path: '/x' }),
    ),
    'It failed: the file was moved away: the file does not exist (ENOENT).',
  )
})
