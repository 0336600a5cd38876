import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { Test } from 'tap'
import { minutes } from '../../../src/lib/quantities.js'
import type { Credentials } from './signature-v4.js'

interface Swift {
  endpoint: string
  region: string
  /** An account with all permissions. */
  service: Credentials
  /** An account without permissions. */
  stranger: Credentials
}

/** Debian's package of Swift requires the Python of the system. */
const python = process.env['TEST_SWIFT_PYTHON'] ?? '/usr/bin/python3'
const script = fileURLToPath(new URL('../../../../test/platform/files/swift-server.py', import.meta.url))

/** Starts OpenStack Swift with these buckets until the end of the test. @returns the reason if it cannot run here */
export async function swiftServer(
  t: Pick<Test, 'teardown' | 'testdir'>,
  buckets: string[],
): Promise<Swift | { missing: string }> {
  const child = spawn(python, [script, t.testdir()], { stdio: ['pipe', 'pipe', 'pipe'] })
  const problems = text(child.stderr)
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const failed = new Promise<string>(resolve => {
    child.once('error', ({ message }) => resolve(message))
    void exited.then(async () => resolve((await problems).trim() || 'it ends'))
  })
  const stuck = setTimeout(() => child.kill('SIGKILL'), 1 * minutes)
  const started = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), failed])
  clearTimeout(stuck)
  if (typeof started === 'string') return { missing: started }
  t.teardown(async () => {
    child.stdin.end()
    await exited
  })
  const swift = JSON.parse(String(started[0])) as Swift
  await makeBuckets(swift, buckets)
  return swift
}

async function makeBuckets({ endpoint, region, service }: Swift, buckets: string[]): Promise<void> {
  const client = new S3Client({ endpoint, region, credentials: service, forcePathStyle: true })
  for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
}
