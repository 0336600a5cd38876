import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import { assets } from '../../src/http/assets.js'

t.test('retries a file after a failed read, then caches it', async t => {
  const path = join(t.testdir(), 'page.js')
  let reads = 0
  const file = () => {
    reads++
    return path
  }
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(assets, { files: new Map([['page.js', file]]) })

  t.equal((await app.inject('/page.js')).statusCode, 500)
  await writeFile(path, 'let here')
  t.match(await app.inject('/page.js'), { statusCode: 200, body: 'let here' })
  t.equal((await app.inject('/page.js')).statusCode, 200)
  t.equal(reads, 2)
})
