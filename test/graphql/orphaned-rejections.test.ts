import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { isolatedSettings, type GraphQLResponse } from '../helper.js'
import { seedDatabase } from '../seeded-database.js'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Starts the service as a process in which a list fails at once, and again later. */
async function startFaulty(t: Test, settings: Record<string, string> = {}) {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  const isolated = isolatedSettings(t)
  await seedDatabase(isolated)
  const child = spawn(process.execPath, [path('orphaned-rejections-fault.js')], {
    env: {
      ...{ PATH: process.env.PATH, ...isolated, PORT: String(port), LOG_LEVEL: 'info' },
      ...{ NODE_ENV: 'test', DEMO_ACCOUNTS: 'false', ...settings },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit')
  /** Waits until a text is logged or the process has exited. */
  const logged = async (text: string) => {
    while (!output.includes(text) && child.exitCode === null)
      await Promise.race([once(child.stdout, 'data'), exited])
    return output.includes(text)
  }
  await logged('Server listening')
  const ask = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return (await response.json()) as GraphQLResponse
  }
  return { child, exited, logged, ask }
}

const list = '{ exercises(first: 2) { edges { node { updatedAt } } } }'

t.test('survives a list in which one item fails synchronously and another one later', async t => {
  const { child, exited, logged, ask } = await startFaulty(t)
  const { data, errors } = await ask(list)
  t.same(data, { exercises: null })
  t.match(errors, [{ path: ['exercises', 'edges', 1, 'node', 'updatedAt'] }])
  t.ok(await logged('a field failed after the response was completed'))
  t.same(await ask('{ __typename }'), { data: { __typename: 'Query' } })
  child.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
})

t.test('exits after a rejected promise that belongs to no field', async t => {
  const { exited, logged, ask } = await startFaulty(t, { FAULT: 'stray' })
  void ask(list).catch(() => undefined)
  t.ok(await logged('service stopping'))
  t.strictSame(await exited, [1, null])
})
