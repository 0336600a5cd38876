import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { loadConfig } from '../../src/config.js'
import { Settings } from '../../src/config/settings.js'
import { ConfigError } from '../../src/errors.js'
import { freePort } from '../free-port.js'
import { isolatedSettings, type Settings as Given } from '../helper.js'
import { startService } from '../service-process.js'
import { seedDatabase } from '../seeded-database.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const names = Object.keys(Settings.properties)

const refusal = (settings: Given): string => {
  try {
    loadConfig(settings)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

t.test('starts with working defaults without any setting', async t => {
  t.match(loadConfig({}), {
    PORT: 3000,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO_ACCOUNTS: true,
  })
})

t.test('lists every invalid setting in one message', async t => {
  const message = refusal({
    NODE_ENV: 'prod',
    PORT: '70000',
    JWT_ACCESS_TOKEN_EXPIRES_IN: 'forever',
    HMAC_ENABLED: 'perhaps',
    BCRYPT_SALT_ROUNDS: '3',
    LOCAL_STORAGE_SECRET: 'short',
    MONGODB_URI: 'localhost',
    OBJECT_STORAGE_PROVIDER: 'FTP',
    PUBLIC_URL: 'example.com',
  })
  for (const name of [
    'NODE_ENV',
    'PORT',
    'JWT_ACCESS_TOKEN_EXPIRES_IN',
    'HMAC_ENABLED',
    'BCRYPT_SALT_ROUNDS',
  ])
    t.match(message, new RegExp(`- ${name} `))
  for (const name of ['LOCAL_STORAGE_SECRET', 'MONGODB_URI', 'OBJECT_STORAGE_PROVIDER', 'PUBLIC_URL'])
    t.match(message, new RegExp(`- ${name} `))
})

t.test('lists missing settings in production instead of generating values', async t => {
  const message = refusal({ NODE_ENV: 'production', BCRYPT_SALT_ROUNDS: '9' })
  for (const name of ['MONGODB_URI', 'SMTP_URL', 'PUBLIC_URL', 'JWT_PRIVATE_KEY_PATH', 'JWT_PUBLIC_KEY_PATH'])
    t.match(message, new RegExp(`- ${name} must`))
  for (const name of ['LOCAL_STORAGE_SECRET', 'HMAC_SECRET', 'BCRYPT_SALT_ROUNDS'])
    t.match(message, new RegExp(`- ${name} must`))
})

t.test('refuses unsafe settings in production', async t => {
  const message = refusal({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://fitness.test',
    DEMO_ACCOUNTS: 'true',
    OUTBOX_ENABLED: 'true',
  })
  t.match(message, /- PUBLIC_URL must .* https/)
  t.match(message, /- DEMO_ACCOUNTS must not be enabled/)
  t.match(message, /- OUTBOX_ENABLED must not be enabled/)
})

t.test('refuses well-formed but impossible settings by name', async t => {
  const message = refusal({
    PORT: '1.5',
    JWT_ACCESS_TOKEN_EXPIRES_IN: '0s',
    JWT_REFRESH_TOKEN_EXPIRES_IN: '0d',
    SIGNED_URL_EXPIRES_IN: '10ms',
    LOCAL_STORAGE_ALLOWED_EXTENSIONS: 'jpg,exe',
    CORS_ORIGINS: 'https://app.test,app.test,https://app.test/path',
    TRUST_PROXY: '10.0.0.0/8,1,proxy',
    MAIL_FROM: 'Fitness Training',
    JWT_PRIVATE_KEY_PATH: '/nowhere/private.pem',
    JWT_PUBLIC_KEY_PATH: '/nowhere/1.pem,/nowhere/2.pem',
  })
  for (const problem of [
    'PORT must be a whole number, not 1.5',
    'JWT_ACCESS_TOKEN_EXPIRES_IN has the wrong format',
    'JWT_REFRESH_TOKEN_EXPIRES_IN has the wrong format',
    'SIGNED_URL_EXPIRES_IN must be at least one second',
    'LOCAL_STORAGE_ALLOWED_EXTENSIONS contains exe,',
    'CORS_ORIGINS contains app.test,',
    'CORS_ORIGINS contains https://app.test/path,',
    'TRUST_PROXY contains 1,',
    'TRUST_PROXY contains proxy,',
    'MAIL_FROM must be one address',
    'JWT_PRIVATE_KEY_PATH names /nowhere/private.pem, which cannot be read',
    'JWT_PUBLIC_KEY_PATH names /nowhere/1.pem,',
    'JWT_PUBLIC_KEY_PATH names /nowhere/2.pem,',
  ])
    t.match(message, problem)
})

t.test('refuses an empty list of file extensions, and tombstones that expire before cursors', async t => {
  for (const list of [',', ' , ,', ' '])
    t.match(
      refusal({ LOCAL_STORAGE_ALLOWED_EXTENSIONS: list }),
      'LOCAL_STORAGE_ALLOWED_EXTENSIONS is empty. Set at least one of: jpg,',
      list,
    )
  t.match(refusal({ TOMBSTONE_EXPIRES_IN: '47h' }), 'TOMBSTONE_EXPIRES_IN must be at least 2d')
  t.equal(refusal({ TOMBSTONE_EXPIRES_IN: '2d' }), '')
})

t.test('accepts only decimal digits as integers', async t => {
  for (const wrong of [
    '0x10',
    '1e3',
    '1.0',
    '5.',
    '+5',
    '5n',
    'true',
    '1_000',
    '٥',
    'http',
    '- 5',
    '0b1',
    ' ',
  ])
    t.match(
      refusal({ GRAPHQL_MAX_COST: wrong }),
      new RegExp(
        `^ +- GRAPHQL_MAX_COST must be a whole number, not ${wrong.replaceAll(/[+.]/g, '\\$&')}\\.$`,
        'm',
      ),
      wrong,
    )
  t.equal(loadConfig({ GRAPHQL_MAX_COST: '1000', GRAPHQL_MAX_DEPTH: ' 007 ' }).GRAPHQL_MAX_DEPTH, 7)
  t.match(refusal({ GRAPHQL_MAX_COST: '0' }), 'GRAPHQL_MAX_COST must be >= 1')
  t.match(refusal({ GRAPHQL_MAX_COST: '-1' }), 'GRAPHQL_MAX_COST must be >= 1')
  t.match(
    refusal({ PORT: `tcp://${'x'.repeat(1000)}` }),
    /- PORT must be a whole number, not tcp:\/\/x{14}…\.$/m,
  )
})

t.test('reports a malformed setting once', async t => {
  for (const [name, value] of Object.entries({
    JWT_ACCESS_TOKEN_EXPIRES_IN: '-5m',
    JWT_REFRESH_TOKEN_EXPIRES_IN: '0d',
    SHUTDOWN_TIMEOUT: '-5m',
    SHUTDOWN_DELAY: '-5m',
    MAIL_FROM: 'a',
    S3_ENDPOINT: 's3.test',
    PORT: '1e3',
    METRICS_PORT: '1.5',
  }))
    t.match(refusal({ [name]: value }), new RegExp(`^ +- ${name} [^\\n]+$`), name)
})

t.test('accepts one sender address, with or without a name', async t => {
  for (const MAIL_FROM of ['fit@fitness.test', 'Fit & Strong <fit@fitness.test>', '<fit@localhost>'])
    t.equal(refusal({ MAIL_FROM }), '', MAIL_FROM)
  for (const MAIL_FROM of [
    'a@b.test, c@d.test',
    'Fit <>',
    'fit@',
    '@fitness.test',
    'a@b@c.test',
    'A, B <a@b.test>',
  ])
    t.match(refusal({ MAIL_FROM }), /- MAIL_FROM must be one address/, MAIL_FROM)
})

t.test('refuses environment variables with names similar to a setting, and ignores others', async t => {
  const nearly = refusal({
    RATE_LIMIT_PUBLIC_PER_HUOR: '5',
    LOCAL_STORAGE_SECRETT: 'x',
    REDIS_URI: 'x',
    log_level: 'x',
    port: '3',
  })
  t.match(nearly, /RATE_LIMIT_PUBLIC_PER_HUOR is not a setting. Did you mean RATE_LIMIT_PUBLIC_PER_HOUR/)
  t.match(nearly, /Did you mean LOCAL_STORAGE_SECRET/)
  t.match(nearly, /Did you mean REDIS_URL/)
  t.match(nearly, /Did you mean LOG_LEVEL/)
  t.match(nearly, /port is not a setting. Did you mean PORT/)
  t.equal(refusal({ HOSTNAME: 'x', POST: 'x', MONGODB_PORT: 'x', AWS_REGION: 'x', REDIS_PORT: 'x' }), '')
})

t.test('does not print secrets that are too short', async t => {
  t.notMatch(
    refusal({ NODE_ENV: 'production', HMAC_SECRET: 'hunter2', LOCAL_STORAGE_SECRET: 'hunter3' }),
    /hunter/,
  )
})

t.test('requires the buckets and both parts of the access key for S3', async t => {
  const message = refusal({ OBJECT_STORAGE_PROVIDER: 'S3', S3_ACCESS_KEY_ID: 'key' })
  t.match(message, /S3_BUCKET_USER_ASSETS/)
  t.match(message, /S3_SECRET_ACCESS_KEY must be set together/)
})

t.test('requires valid storage URLs, and https for clients in production', async t => {
  const storage = { OBJECT_STORAGE_PROVIDER: 'S3', S3_BUCKET_USER_ASSETS: 'a', S3_BUCKET_APP_ASSETS: 'b' }
  const production = { ...storage, NODE_ENV: 'production' }
  for (const wrong of ['s3.test', 'https://s3.test?x=1', 'https://name:word@s3.test', 'https://s3.test:port'])
    t.match(refusal({ ...storage, S3_PUBLIC_ENDPOINT: wrong }), /- S3_PUBLIC_ENDPOINT (has|must be)/, wrong)
  const inner = { S3_ENDPOINT: 'http://s3:8333' }
  t.equal(refusal({ ...storage, ...inner, S3_PUBLIC_ENDPOINT: 'http://localhost:8333' }), '')
  for (const plain of [inner, { ...inner, S3_PUBLIC_ENDPOINT: 'http://s3.test' }])
    t.match(
      refusal({ ...production, ...plain }),
      '- S3_PUBLIC_ENDPOINT, or S3_ENDPOINT if it is not set, must begin with https://',
    )
  const secured: Given[] = [
    {},
    { S3_ENDPOINT: 'https://s3.test' },
    { ...inner, S3_PUBLIC_ENDPOINT: 'https://s3.test/in' },
  ]
  for (const secure of secured) t.notMatch(refusal({ ...production, ...secure }), 'S3_PUBLIC_ENDPOINT')
})

t.test('treats an empty setting as missing', async t => {
  t.equal(loadConfig({ PORT: '', MONGODB_URI: '' }).PORT, 3000)
})

t.test('documents every setting in settings.md and .env.example', async t => {
  const [reference, example] = await Promise.all(
    ['docs/settings.md', '.env.example'].map(file => readFile(join(root, file), 'utf8')),
  )
  for (const name of names) {
    t.match(reference, new RegExp(`^\\| \`${name}\` +\\|`, 'm'), name)
    t.match(example, new RegExp(`^# ${name}=`, 'm'), name)
  }
  for (const [, comment = '', name = ''] of example!.matchAll(/((?:^# .+\n)+?)^# ([A-Z][A-Z0-9_]+)=/gm)) {
    const description = comment.replaceAll(/^# /gm, '').replaceAll('\n', ' ').trim()
    t.equal(description, (Settings.properties as Record<string, { description?: string }>)[name]?.description)
  }
  const listed = [...example!.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  t.strictSame(listed, names)
})

/** Prints a line as soon as the program's own modules have been loaded and its first lines have run. */
const tellsWhenRunning = `data:text/javascript,${encodeURIComponent(
  "process.on('newListener', name => { if (name === 'SIGTERM') setImmediate(() => console.log('running')) })",
)}`

function run(settings: Given) {
  const child = spawn(process.execPath, [join(root, 'dist/bundle/server.js')], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, errors: text(child.stderr), exited: once(child, 'exit') }
}

t.test('exits with an explanation if settings are invalid', async t => {
  const { errors, exited } = run({ ...isolatedSettings(t), PORT: 'http' })
  t.strictSame(await exited, [1, null])
  t.match(await errors, /PORT must be a whole number, not http/)
})

t.test('explains that the port is in use', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const { port } = other.address() as { port: number }
  const settings = isolatedSettings(t, { PORT: String(port) })
  await seedDatabase(settings)
  const { errors, exited } = run(settings)
  t.strictSame(await exited, [1, null])
  t.match(
    await errors,
    new RegExp(
      `start: 127\\.0\\.0\\.1:${port}: another program is using this port\\..* PORT .*\\(EADDRINUSE\\)\\.\\n$`,
    ),
  )
})

/** Starts the service in a data folder and stops it. @returns the settings and the path of the data file */
async function usedFolder(t: Parameters<typeof isolatedSettings>[0]) {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { PORT: '0', LOG_LEVEL: 'info' })
  await seedDatabase(settings)
  const { child, exited } = run(settings)
  await printed(child, 'Server listening')
  child.kill('SIGTERM')
  await exited
  return { settings, file: join(settings.DATA_PATH!, 'database/data.sqlite') }
}

/** Starts the service where it has to refuse. @returns the error output, which must not contain a stack */
async function refusedStart(
  t: Parameters<typeof isolatedSettings>[0] & Pick<Test, 'strictSame' | 'notMatch'>,
  settings: Given,
) {
  const { errors, exited } = run(settings)
  t.strictSame(await exited, [1, null])
  t.notMatch(await errors, /^ +at /m)
  return errors
}

t.test('explains that the host address is not available', async t => {
  const settings = isolatedSettings(t, { HOST: '192.0.2.1', PORT: '0' })
  await seedDatabase(settings)
  t.match(
    await refusedStart(t, settings),
    /start: 192\.0\.2\.1: this is not an address.*Set HOST to one.*\(EADDRNOTAVAIL\)\.\n$/,
  )
})

t.test('names the host and port of a MongoDB that cannot be reached, never the credentials', async t => {
  const port = await freePort()
  const MONGODB_URI = `mongodb://someone:s3cret@127.0.0.1:${port},localhost:${port}/fitness?replicaSet=rs0`
  const errors = await refusedStart(t, isolatedSettings(t, { MONGODB_URI, PORT: '0' }))
  t.match(errors, `MongoDB at 127.0.0.1:${port}, localhost:${port} (MONGODB_URI) cannot be reached: `)
  t.match(errors, 'Start MongoDB there, or set MONGODB_URI to')
  t.notMatch(errors, /someone|s3cret/)
})

t.test('explains that a file exists in place of the data folder', async t => {
  const file = join(t.testdir({ data: 'a file' }), 'data')
  t.match(
    await refusedStart(t, isolatedSettings(t, { DATA_PATH: file })),
    /: (a file exists in place of the folder|a part of the path is not a folder).*DATA_PATH.*\((EEXIST|ENOTDIR)\)\.\n$/,
  )
})

t.test(
  'explains that the file system does not allow a data folder',
  { skip: process.platform === 'linux' ? false : 'only Linux has such a file system' },
  async t => {
    t.match(
      await refusedStart(t, isolatedSettings(t, { DATA_PATH: '/proc/fitness/data' })),
      /start: \/proc\/fitness[^:]*: the folder cannot be created.*DATA_PATH.*\(ENOENT\)\.\n$/,
    )
  },
)

t.test(
  'refuses a data folder that another process uses, that is damaged, or whose database is missing',
  async t => {
    const { settings, file } = await usedFolder(t)
    const running = run(settings)
    await printed(running.child, 'Server listening')
    t.match(await refusedStart(t, settings), `is open in process ${running.child.pid}`)
    running.child.kill('SIGTERM')
    t.strictSame(await running.exited, [0, null])

    const whole = await readFile(file)
    await truncate(file, 8192)
    t.match(
      await refusedStart(t, settings),
      /data\.sqlite cannot be read \(it is truncated: it has 2 of \d+ pages\)\. .*backup/,
    )
    await writeFile(file, Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(whole.length - 8192, 0xa5)]))
    t.match(await refusedStart(t, settings), /data\.sqlite cannot be read .*backup/, 'overwritten')
    await writeFile(file, 'not a database, whatever it is called')
    t.match(
      await refusedStart(t, settings),
      /data\.sqlite cannot be read .*backup/,
      'a body that is not a list of objects',
    )
    await writeFile(file, whole)
    await writeFile(join(settings.DATA_PATH!, 'storage/user-assets/photo.jpg'), 'a photo')
    await rm(`${file}-wal`)
    await truncate(file, 0)
    t.match(await refusedStart(t, settings), /data\.sqlite is empty, but .*storage contains uploaded files/)
    await rename(file, `${file}.away`)
    t.match(await refusedStart(t, settings), /data\.sqlite is missing, but .*storage contains uploaded files/)
  },
)

t.test('refuses a data folder that contains the log of a missing or empty data file', async t => {
  const { settings, file } = await usedFolder(t)
  const log = `${file}-wal`
  const killed = await startService(t, settings)
  const registration = { email: 'ann@example.com', username: 'ann', password: 'correct horse battery' }
  const registered = await fetch(`${killed.url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  })
  t.ok(registered.ok)
  killed.kill('SIGKILL')
  await killed.exited
  const content = await readFile(log)
  t.ok(content.length > 0, 'the log contains writes')

  await rename(file, `${file}.away`)
  const advice =
    /exists\. Restore both files together, or restore a backup\. .* move the log to another folder\./
  const missing = await refusedStart(t, settings)
  t.match(missing, `${file} is missing, but its log ${log} exists. `)
  t.match(missing, advice)
  await writeFile(file, '')
  const empty = await refusedStart(t, settings)
  t.match(empty, `${file} is empty, but its log ${log} exists. `)
  t.match(empty, advice)
  t.same(await readFile(log), content, 'the log is unchanged')

  await rename(`${file}.away`, file)
  const repaired = run(settings)
  await printed(repaired.child, 'Server listening')
  repaired.child.kill('SIGTERM')
  t.strictSame(await repaired.exited, [0, null])
})

t.test('completes a first start that was killed before it wrote the data file', async t => {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { PORT: '0', LOG_LEVEL: 'info' })
  const folder = join(settings.DATA_PATH!, 'database')
  await mkdir(folder, { recursive: true })
  for (const name of ['data.sqlite', 'data.sqlite.new']) await writeFile(join(folder, name), '')
  const { child, exited } = run(settings)
  await printed(child, 'Server listening')
  child.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
})

t.test(
  'does not report a read-only data file as damaged',
  { skip: process.getuid?.() === 0 && 'root may write everything' },
  async t => {
    const { settings, file } = await usedFolder(t)
    await chmod(file, 0o444)
    t.match(await refusedStart(t, settings), /data\.sqlite: permission denied.*\(EACCES\)\.\n$/)
  },
)

t.test('exits with 0 after SIGTERM during the start', async t => {
  const { child, exited } = run(
    isolatedSettings(t, { LOG_LEVEL: 'info', PORT: '0', NODE_OPTIONS: `--import ${tellsWhenRunning}` }),
  )
  await printed(child, 'running')
  child.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
})

t.test('prints working first steps at the first start, and exits with 0 after SIGTERM', async t => {
  const { port, settings } = await freeAddress(t)
  const { child, exited } = run({ ...settings, NODE_ENV: 'development', LOG_LEVEL: 'silent' })
  const output = await printed(child, '{ me {')
  t.match(output, `http://127.0.0.1:${port}/graphql`)
  t.match(output, 'demo@example.com / demo-Passw0rd')

  const commands = /^ {2}(TOKEN=[\s\S]*)$/m.exec(output)?.[1] ?? ''
  // Programs refer to exercises, so the exercises must have been written before.
  const programs = commands
    .slice(commands.indexOf('curl -s http', 20))
    .replace(/{ me {.*?} }/, '{ programs { totalCount } }')
  const shell = spawn('sh', ['-c', `${commands}\n${programs}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const responses = await text(shell.stdout)
  t.match(responses, '"email":"demo@example.com"')
  t.match(responses, '"totalCount":14')

  child.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
})

t.test(
  'a first start on the embedded database need not write the catalogue and the programs',
  { skip: process.env['TEST_MONGODB_URI'] !== undefined && 'MongoDB is seeded by the first start' },
  async t => {
    const { settings } = await freeAddress(t)
    const { child, exited } = run({ ...settings, LOG_LEVEL: 'info' })
    const output = await printed(child, 'Server listening')
    child.kill('SIGTERM')
    await exited
    t.notMatch(output, /catalogue is loaded|built-in program/)
  },
)

t.test('warns of demo accounts if other machines can connect', async t => {
  const { port, settings } = await freeAddress(t)
  await seedDatabase(settings)
  const start = async (given: Given) => {
    const { child, exited } = run({ ...settings, LOG_LEVEL: 'info', ...given })
    const output = await printed(child, 'Server listening')
    child.kill('SIGTERM')
    await exited
    return output
  }
  t.notMatch(await start({}), 'everybody knows its password')
  const reachable = { DEMO_ACCOUNTS: 'false', PUBLIC_URL: `http://fitness.test:${port}` }
  t.match(
    await start(reachable),
    /The account demo@example\.com exists.*The account admin@example\.com exists/s,
  )
})

t.test('completes a request in progress before it exits', async t => {
  const { port, settings } = await freeAddress(t)
  await seedDatabase(settings)
  const { child, exited } = run({
    ...settings,
    LOG_LEVEL: 'info',
    DEMO_ACCOUNTS: 'true',
    BCRYPT_SALT_ROUNDS: '12',
  })
  const url = `http://127.0.0.1:${port}`
  t.match(
    await printed(child, 'Server listening'),
    /"version":"\d+\.\d+\.\d+","node":"v\d+.*"msg":"service starting"/,
  )
  const login = fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-Passw0rd' }),
  })
  // The response shows that the server has read the login, which was sent before.
  await fetch(`${url}/health/live`)
  child.kill('SIGTERM')
  t.equal((await login).status, 200)
  t.strictSame(await exited, [0, null])
})

/** Resolves with the output when it contains a text. */
function printed({ stdout }: ReturnType<typeof run>['child'], expected: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    stdout.setEncoding('utf8')
    stdout.on('data', (chunk: string) => {
      output += chunk
      if (output.includes(expected)) resolve(output)
    })
    stdout.on('end', () => reject(new Error(`"${expected}" was never printed, but: ${output}`)))
  })
}

async function freeAddress(
  t: Parameters<typeof isolatedSettings>[0],
): Promise<{ port: number; settings: Given }> {
  const port = await freePort()
  const { PUBLIC_URL: _own, ...settings } = isolatedSettings(t, { PORT: String(port), DEMO_ACCOUNTS: 'true' })
  return { port, settings }
}
