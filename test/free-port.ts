import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Operating systems assign higher ports to processes that request any free port, so those do not stay free for long.
 */
const [lowest, highest] = [15_000, 30_000]

/** Finds a port on which no process listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(randomInt(lowest, highest), '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
