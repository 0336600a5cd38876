/**
 * Measures the memory of the service with 500 kept-alive HTTP connections, each of which has sent a request, on an
 * embedded database with the built-in data, which an earlier start has written (Linux only).
 *
 *   npm run build && node dist/test/bench/connections.js [connections, default 500]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection, requestOf } from './rivals/load.js'
import { memoryOf } from './process-memory.js'
import { saveResults } from './results.js'
import { start } from './service.js'
import { targetTable, type TargetLine } from './target-table.js'

const count = Number(process.argv[2] ?? 500)
const MB = 1_000_000

const folder = await mkdtemp(join(tmpdir(), 'fitness-bench-'))
await (await start({}, { folder })).stop()
const service = await start({}, { folder })
try {
  const { accessToken } = await service.logIn()
  const port = Number(new URL(service.url).port)
  const request = requestOf('POST', '/graphql', accessToken, '{"query":"{ me { id name role } }"}')
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  await Promise.all(connections.map(({ ask }) => ask(request)))
  const { resident } = await memoryOf(service.pid)
  const lines: TargetLine[] = [
    { name: `resident memory with ${count} connections`, value: resident / MB, limit: 200, unit: 'MB' },
  ]
  console.log(targetTable(lines))
  await saveResults('connections', { lines })
  for (const { end } of connections) end()
} finally {
  await service.stop()
  await rm(folder, { recursive: true })
}
