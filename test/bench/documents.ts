/**
 * Checks that a heap of 256 MB is enough for any documents: sends 2,000 different large ones, twice each, then 150 in turns
 * until they are compiled. Reports resident memory.
 * Run: npm run build && node dist/test/bench/documents.js [documents] [heap in MB]
 */
import { readFile } from 'node:fs/promises'
import { defaultCompilationOptions } from '../../src/graphql/pipeline/mercurius-executor.js'
import { largeDocuments } from '../graphql/large-documents.js'
import { start } from './service.js'

const [documents = 2000, heap = 256] = process.argv.slice(2).map(Number)
const service = await start({ NODE_OPTIONS: `--max-old-space-size=${heap}`, GRAPHQL_MAX_COST: '10000' })
const { accessToken } = await service.logIn()

async function ask(query: string): Promise<void> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query, operationName: query.includes('query Q0') ? 'Q0' : null }),
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

async function resident(): Promise<string> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8').catch(() => '')
  return /VmRSS:\s*(\d+)/.exec(status)?.[1] ?? '?'
}

console.log(`at the start: ${await resident()} kB resident`)
const kinds = Object.values(largeDocuments)
for (let number = 0; number < documents; number++) {
  const query = kinds[number % kinds.length]!(number)
  await ask(query)
  await ask(query)
  if ((number + 1) % 250 === 0) console.log(`${number + 1} documents: ${await resident()} kB resident`)
}
for (let round = 0; round < defaultCompilationOptions.minExecutions + 3; round++) {
  for (let number = 0; number < Math.min(150, documents); number++)
    await ask(largeDocuments['the largest to be compiled']!(number))
  console.log(`${round + 1} times 150 documents: ${await resident()} kB resident`)
}
await service.stop()
