import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { usesDatabase } from './database-users.js'

const sources = fileURLToPath(new URL('../../../test/', import.meta.url))

t.test('detects files that use a database', async t => {
  const users = ['http/jwks', 'features/erasure-interrupted', 'platform/database/database', 'docs/backup']
  for (const file of users) t.ok(usesDatabase(join(sources, `${file}.test.ts`)), file)
})

t.test('detects files without a database', async t => {
  const files = readdirSync(join(sources, 'lib')).filter(file => file.endsWith('.test.ts'))
  t.ok(files.length > 0)
  for (const file of files) t.notOk(usesDatabase(join(sources, 'lib', file)), file)
})
