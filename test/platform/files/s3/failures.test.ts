import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { StorageUnavailableError, type ObjectStorage } from '../../../../src/platform/files/object-storage.js'
import { seconds } from '../../../../src/lib/quantities.js'
import { s3Server } from '../s3-server.js'
import { putText } from '../storage-contract.js'
import { connect, names } from './connect.js'

const key = 'users/5f/a.jpg'
const picture = 'picture'.repeat(500_000)

const service = (t: Test) => s3Server(t, Object.values(names))
type Server = Awaited<ReturnType<typeof service>>

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Error).name,
  )

async function textOf(storage: ObjectStorage): Promise<string | null> {
  const content = await storage.read('user-assets', key)
  return content && text(content)
}

/** All operations of a storage. */
const operations: Record<string, (storage: ObjectStorage, t: Test) => Promise<unknown>> = {
  GET: textOf,
  DELETE: storage => storage.delete('user-assets', key),
  LIST: storage => storage.deleteAll('user-assets', 'users/6/'),
  PUT: (storage, t) => putText(t, storage, 'user-assets', key, picture),
}

type Failure = number | 'cut' | 'hang'

/** Fails the next requests in a certain way. @returns a function that returns how many have failed */
function fail(server: Server, times: number, how: Failure): () => number {
  let failed = 0
  server.interfere((request, response) => {
    if (failed === times) return false
    failed++
    if (how === 'cut') request.socket.destroy()
    else request.resume().on('end', () => how !== 'hang' && response.writeHead(how).end())
    return true
  })
  return () => failed
}

/** @returns a function that resolves when the connections of all later requests are closed */
function connectionsOf(server: Server): () => Promise<unknown> {
  const ends = new Map<Socket, Promise<unknown>>()
  server.interfere(({ socket }) => {
    if (!ends.has(socket)) ends.set(socket, new Promise(resolve => socket.once('close', resolve)))
    return false
  })
  return () => Promise.all(ends.values())
}

// The tests wait for timeouts, so they run concurrently.
t.jobs = 10
const beside = { buffered: true }

for (const [name, operation] of Object.entries(operations))
  t.test(`tries ${name} three times if it fails, and once if it is rejected`, beside, async t => {
    const server = await service(t)
    const storage = await connect(server)
    await putText(t, storage, 'user-assets', key, 'x')
    for (const [how, times, outcome, failures] of [
      [500, 2, 'done', 2],
      ['cut', 2, 'done', 2],
      [429, 1, 'done', 1],
      [503, Infinity, 'StorageUnavailableError', 3],
      ['cut', Infinity, 'StorageUnavailableError', 3],
      [403, Infinity, 'StorageUnavailableError', 1],
    ] as const) {
      const failed = fail(server, times, how)
      t.equal(await outcomeOf(operation(storage, t)), outcome, `${how}, ${times} times`)
      t.equal(failed(), failures, `${how}, ${times} times`)
    }
  })

for (const [name, operation] of Object.entries(operations))
  t.test(`retries ${name} without a response within the same timeout`, beside, async t => {
    const server = await service(t)
    const storage = await connect(server)
    const failed = fail(server, 1, 'hang')
    t.equal(await outcomeOf(operation(storage, t)), 'done')
    t.equal(failed(), 1)
  })

t.test('times out without any response, and closes the connection', beside, async t => {
  const server = await service(t)
  const storage = await connect(server, { timeout: 3 * seconds })
  const closed = connectionsOf(server)
  server.behave('hang')
  await Promise.all(
    Object.entries(operations).map(async ([name, operation]) =>
      t.equal(await outcomeOf(operation(storage, t)), 'StorageUnavailableError', name),
    ),
  )
  await closed()
  server.behave()
  await t.resolves(storage.ping())
})

t.test('closes the connection of an aborted download', beside, async t => {
  const server = await service(t)
  const storage = await connect(server)
  await putText(t, storage, 'user-assets', key, 'picture'.repeat(2_000_000))
  const closed = connectionsOf(server)
  const never = await storage.read('user-assets', key)
  never!.destroy()
  const begun = await storage.read('user-assets', key)
  for await (const chunk of begun!) if (String(chunk).startsWith('picture')) break
  await closed()
})

t.test('keeps the source file if the upload fails', beside, async t => {
  const server = await service(t)
  const storage = await connect(server, { timeout: 0.3 * seconds })
  for (const how of [403, 503, 'hang'] as const) {
    server.behave(how)
    const file = join(t.testdir({ upload: picture }), 'upload')
    await t.rejects(storage.put('user-assets', key, file, 'image/jpeg'), StorageUnavailableError)
    t.ok(existsSync(file), `${how}`)
  }
  t.equal(server.objects.size, 0)
})

t.test('restarts an upload that the service interrupts', beside, async t => {
  const server = await service(t)
  const storage = await connect(server)
  let stalls = 0
  server.interfere(({ socket }) => {
    if (stalls > 0) return false
    stalls++
    // The buffers of the network hold only a part of the file.
    socket.pause()
    return true
  })
  const whole = 'picture'.repeat(2_000_000)
  await putText(t, storage, 'user-assets', key, whole)
  t.equal(stalls, 1)
  t.equal(await textOf(storage), whole)
})

t.test('fails a download that stalls or is cut', beside, async t => {
  const server = await service(t)
  const storage = await connect(server, { timeout: 5 * seconds })
  for (const isCut of [false, true]) {
    server.interfere((request, response) => {
      response.writeHead(200, { 'content-length': picture.length })
      response.write(picture.slice(0, 100_000), () => isCut && request.socket.destroy())
      return true
    })
    const content = await storage.read('user-assets', key)
    await t.rejects(text(content!), StorageUnavailableError)
  }
})

t.test('allows a reader to be slower than the timeout of the service', beside, async t => {
  const server = await service(t)
  const storage = await connect(server)
  await putText(t, storage, 'user-assets', key, picture)
  const content = await storage.read('user-assets', key)
  server.interfere((_request, response) => {
    response.writeHead(200, { 'content-length': 2 }).write('x')
    return true
  })
  const stalled = await storage.read('user-assets', key)
  let read = ''
  for await (const chunk of content!) {
    // Wait until the silence would exceed the timeout.
    if (read === '') await t.rejects(text(stalled!), StorageUnavailableError)
    read += String(chunk)
  }
  t.equal(read.length, picture.length)
})
