import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from './authority.js'
import { freePort } from '../free-port.js'
import { listens, start, waitUntil } from './processes.js'

const published = fileURLToPath(new URL('../../../docs/deploy/compose/Caddyfile', import.meta.url))

interface Upstreams {
  folder: string
  /** Address of an instance by its number, from 1; the instance need not exist. */
  addressOf: (number: number) => string
  /** Address of the object storage. */
  storage: string
}

/** Starts Caddy with the published configuration, except for ports, names and the certificate. */
export async function startProxy({ folder, addressOf, storage }: Upstreams) {
  const { certificate, key, authority } = makeCertificate(folder)
  const [front, files] = [await freePort(), await freePort()]
  const changes: [string, string][] = [
    // The test uses TLS only, and port 80 may be in use.
    ['skip_install_trust', 'skip_install_trust\n\tauto_https disable_redirects'],
    ['https://localhost:8443', `https://localhost:${front}`],
    ['https://localhost:8444', `https://localhost:${files}`],
    ['tls internal', `tls ${certificate} ${key}\n\tbind 127.0.0.1`],
    ['reverse_proxy s3:8333', `reverse_proxy ${storage}`],
  ]
  const file = join(folder, 'Caddyfile')
  const text = changes.reduce(replaceIn, readFileSync(published, 'utf8'))
  const instance = /fitness-training-service-(\d+):3000/g
  writeFileSync(
    file,
    text.replace(instance, (_, number) => addressOf(Number(number))),
  )
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  start({ name: 'caddy', logs: folder, command: 'caddy', args })
  await waitUntil('the proxy listens', () => listens(front))
  return { url: `https://localhost:${front}`, filesUrl: `https://localhost:${files}`, authority }
}

function replaceIn(text: string, [from, to]: [string, string]): string {
  if (!text.includes(from)) throw new Error(`the published Caddyfile lacks: ${from}`)
  return text.replaceAll(from, to)
}
