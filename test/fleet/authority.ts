import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a certificate authority and a certificate for localhost that it has signed. */
export function makeCertificate(folder: string) {
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc']
  const authority = ['-CA', file('authority.pem'), '-CAkey', file('authority-key.pem')]
  const certificateOptions = ['-x509', '-days', '2', ...key]
  openssl(
    'req',
    ...certificateOptions,
    '-subj',
    '/CN=Fleet',
    '-keyout',
    file('authority-key.pem'),
    '-out',
    file('authority.pem'),
  )
  openssl(
    'req',
    ...[...certificateOptions, ...authority, '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-keyout', file('proxy-key.pem'), '-out', file('proxy.pem')],
  )
  return {
    certificate: file('proxy.pem'),
    key: file('proxy-key.pem'),
    authority: readFileSync(file('authority.pem'), 'utf8'),
  }
}
