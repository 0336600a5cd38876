import { auditServer } from 'graphql-http'
import t from 'tap'
import { build } from '../helper.js'
import { unlimited, untilCompiled } from './requests.js'

t.test('passes the graphql-http audit, compiled as well', async t => {
  const app = await build(t, { settings: unlimited })
  const url = `${await app.listen({ port: 0 })}/graphql`

  for (let run = 0; run < untilCompiled; run++) {
    const results = await auditServer({ url })
    const others = results.filter(({ status }) => status !== 'ok')
    t.equal(results.length, 61)
    t.same(
      others.map(({ id, name, status }) => `${status} ${id}: ${name}`),
      [],
      `run ${run}`,
    )
  }
})
