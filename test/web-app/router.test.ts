import t from 'tap'
import type * as Router from '../../src/web/shared/router.js'
import { loadWebModule } from './load-web-module.js'

t.test('reads an address with a malformed part', async t => {
  const page = { location: { hash: '#/audit/user/100%' }, addEventListener: () => undefined }
  for (const [name, value] of Object.entries(page))
    t.intercept(globalThis, name as never, { value, configurable: true })
  const { route } = await loadWebModule<typeof Router>('shared/router')
  t.same(route.value, ['audit', 'user', '100%'])
})
