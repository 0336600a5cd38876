import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from './authority.js'
import { freePort } from '../free-port.js'
import { listens, start, until } from './processes.js'

const published = fileURLToPath(new URL('../../../docs/deploy/compose/Caddyfile', import.meta.url))

interface Upstreams {
  folder: string
  /** Where the instance of that number listens, from 1; there may be none. */
  addressOf: (number: number) => string
  /** Where the storage listens. */
  storage: string
}

/** Caddy with the published settings, but for ports, names and the certificate. */
export async function startProxy({ folder, addressOf, storage }: Upstreams) {
  const { certificate, key, authority } = makeCertificate(folder)
  const [front, files] = [await freePort(), await freePort()]
  const changes: [string, string][] = [
    // Nobody asks without TLS here, and that port may be taken.
    ['skip_install_trust', 'skip_install_trust\n\tauto_https disable_redirects'],
    ['https://localhost:8443', `https://localhost:${front}`],
    ['https://localhost:8444', `https://localhost:${files}`],
    ['tls internal', `tls ${certificate} ${key}\n\tbind 127.0.0.1`],
    ['reverse_proxy s3:8333', `reverse_proxy ${storage}`],
  ]
  const file = join(folder, 'Caddyfile')
  const text = changes.reduce(changed, readFileSync(published, 'utf8'))
  const instance = /fitness-training-service-(\d+):3000/g
  writeFileSync(
    file,
    text.replace(instance, (_, number) => addressOf(Number(number))),
  )
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  start({ name: 'caddy', logs: folder, command: 'caddy', args })
  await until('the proxy listens', () => listens(front))
  return { url: `https://localhost:${front}`, filesUrl: `https://localhost:${files}`, authority }
}

function changed(text: string, [from, to]: [string, string]): string {
  if (!text.includes(from)) throw new Error(`the published Caddyfile has no ${from} any more`)
  return text.replaceAll(from, to)
}
