import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give those above to whoever asks for any: none of them stays free for long. */
const [lowest, highest] = [15_000, 30_000]

/** A port at which nobody listens, for somebody who soon will. */
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
