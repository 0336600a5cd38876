import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { Settings } from '../../src/config/settings.js'
import { errorStatuses } from '../../src/errors.js'
import { read, root } from '../deploy/files.js'
import { documents } from './fences.js'

const withoutFences = (text: string) => text.replace(/^ *```[^]*?^ *```$/gm, '')

/** Returns the anchors that GitHub generates for the headings of a document. */
const anchorsOf = (document: string) =>
  [...withoutFences(read(document)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

t.test('links only to existing files and headings', async t => {
  for (const document of documents)
    for (const [, target = ''] of withoutFences(read(document)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? document : join(dirname(document), path)
      t.ok(existsSync(join(root, file)), `${document}: ${target}`)
      if (anchor !== undefined) t.ok(anchorsOf(file).includes(anchor), `${document}: ${target}`)
    }
})

t.test('reaches every document from the README', async t => {
  const seen = new Set<string>()
  const visit = (document: string): void => {
    if (
      seen.has(document) ||
      !existsSync(join(root, document)) ||
      statSync(join(root, document)).isDirectory()
    )
      return
    seen.add(document)
    if (!document.endsWith('.md')) return
    for (const [, target = ''] of read(document).matchAll(/\]\(([^)\s#]+)[^)]*\)/g))
      if (!/^\w+:/.test(target)) visit(join(dirname(document), target))
  }
  visit('README.md')
  for (const document of documents) t.ok(seen.has(document), document)
})

/** Environment variables that are not settings of the service. */
const foreignVariables = /^(OTEL_\w+|TEST_\w+|XDG_\w+)$/
const settingPrefixes =
  /^(RATE_LIMIT|GRAPHQL_MAX|S3|JWT|LOCAL_STORAGE|SHUTDOWN|HMAC|BCRYPT|SMTP|MAIL|TRUST|PROGRESS_PHOTOS)_/

t.test('names only existing settings', async t => {
  for (const document of documents)
    for (const [name] of read(document).matchAll(/(?<![\w…-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?![…_])/g))
      if (settingPrefixes.test(name) && !foreignVariables.test(name))
        t.ok(
          Object.hasOwn(Settings.properties, name) || Object.hasOwn(errorStatuses, name),
          `${document}: ${name}`,
        )
})
