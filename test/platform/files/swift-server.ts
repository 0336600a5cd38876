import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { Test } from 'tap'
import type { Credentials } from './signature-v4.js'

export interface Swift {
  endpoint: string
  region: string
  /** May do everything. */
  service: Credentials
  /** Is known, and may do nothing. */
  stranger: Credentials
}

/** Debian's package of Swift is one for the system's Python. */
const python = process.env['TEST_SWIFT_PYTHON'] ?? '/usr/bin/python3'
const script = fileURLToPath(new URL('../../../../test/platform/files/swift-server.py', import.meta.url))
const notHere = 77

/** OpenStack Swift with these buckets, until the test ends; or why there is none. */
export async function swiftServer(
  t: Pick<Test, 'teardown' | 'testdir'>,
  buckets: string[],
): Promise<Swift | { missing: string }> {
  const child = spawn(python, [script, t.testdir()], { stdio: ['pipe', 'pipe', 'pipe'] })
  const complaints = text(child.stderr)
  const exited = new Promise<number | Error | null>(resolve =>
    child.once('exit', resolve).once('error', resolve),
  )
  t.teardown(async () => {
    child.stdin.end()
    await exited
  })
  const started = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), exited])
  if (started instanceof Error) return { missing: started.message }
  if (started === notHere) return { missing: (await complaints).trim() }
  if (!Array.isArray(started)) throw new Error(`Swift does not start: ${await complaints}`)
  const swift = JSON.parse(String(started[0])) as Swift
  const { endpoint, region, service: credentials } = swift
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
  return swift
}
