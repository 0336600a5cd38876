import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildSchema } from 'graphql'
import t from 'tap'
import { OperationError } from '../../src/graphql/pipeline/operation-error.js'
import { operationCache } from '../../src/graphql/pipeline/operation-cache.js'
import { largeDocuments } from './large-documents.js'

const published = fileURLToPath(new URL('../../../generated/schema.graphql', import.meta.url))
const limits = { depth: 15, aliases: 30, directives: 50, rootFields: 20, tokens: 1000, cost: 1e9 }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  for (let time = 0; time < 4; time++) collectGarbage()
  return process.memoryUsage().heapUsed
}

t.test('uses no more memory per cached document than estimated', async t => {
  const schema = buildSchema(readFileSync(published, 'utf8'))
  const prepareSome = (from: number, count: number) => {
    const { prepare, weight } = operationCache({ schema, limits, suggestions: false })
    for (const documentOf of Object.values(largeDocuments))
      for (let number = from; number < from + count; number++) {
        const source = documentOf(number)
        try {
          prepare(source, source.startsWith('query Q0') ? `Q${number % 90}` : null)
        } catch (error) {
          if (!(error instanceof OperationError)) throw error
        }
      }
    return { prepare, weight }
  }
  // Fill the caches of the process that do not grow.
  prepareSome(0, 2)
  const before = heapUsed()
  const { prepare, weight } = prepareSome(100, 8)
  const share = (heapUsed() - before) / weight()
  t.ok(share > 0.4 && share <= 1.05, `${Math.round(100 * share)} % of ${weight()} bytes`)
  // Keep the cache reachable until the heap is measured.
  t.type(prepare, 'function')
})

t.test('frees compiled code after eviction', async t => {
  const script = fileURLToPath(new URL('compiled-memory.js', import.meta.url))
  const child = spawn(process.execPath, ['--max-old-space-size=56', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [compiled, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  t.equal(code, 0, 'the process is still running')
  t.ok(Number(compiled) >= 200, `${compiled} answers of compiled code`)
})
