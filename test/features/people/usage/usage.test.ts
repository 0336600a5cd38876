import t from 'tap'
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { usageService } from '../../../../src/features/people/usage/service.js'
import type { DeprecatedFieldUse } from '../../../../src/features/people/usage/models.js'
import { queryGraphQL, build, errorCodeOf, signUp, isolatedSettings } from '../../../helper.js'

const uses = '{ deprecatedFieldUses { field clientName clientVersion count lastUsedAt } }'
const ios = { name: 'ios', version: '1.2.0' }

t.test('shows administrators the uses of deprecated fields by app', async t => {
  let now = new Date('2026-01-31T08:00:00.000Z')
  const app = await build(t, { clock: () => now })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { usage } = app.features.services
  usage.recordDeprecatedFields(['User.old', 'User.older'], ios)
  now = new Date('2026-01-31T08:01:00.000Z')
  usage.recordDeprecatedFields(['User.old'], ios)
  now = new Date('2026-01-31T08:02:00.000Z')
  usage.recordDeprecatedFields(['User.old'], { name: 'android', version: '7' })

  const row = (field: string, app: string, clientVersion: string, count: number, minute: number) => ({
    ...{ field, clientName: app, clientVersion, count },
    lastUsedAt: `2026-01-31T08:0${minute}:00.000Z`,
  })
  t.same((await queryGraphQL(app, uses, {}, admin)).data, {
    deprecatedFieldUses: [
      row('User.old', 'android', '7', 1, 2),
      row('User.old', 'ios', '1.2.0', 2, 1),
      row('User.older', 'ios', '1.2.0', 1, 0),
    ],
  })
  now = new Date('2026-01-31T08:03:00.000Z')
  usage.recordDeprecatedFields(['User.older'], ios)
  t.match((await queryGraphQL(app, uses, {}, admin)).data, {
    deprecatedFieldUses: [row('User.older', 'ios', '1.2.0', 2, 3), {}, {}],
  })
})

t.test('shows the uses of deprecated fields to administrators only', async t => {
  const app = await build(t)
  const user = await signUp(app)
  for (const [code, context] of [
    ['FORBIDDEN', user],
    ['UNAUTHENTICATED', undefined],
  ] as const) {
    const response = await queryGraphQL(app, uses, {}, context)
    t.equal(errorCodeOf(response), code)
    t.same(response.data, { deprecatedFieldUses: null })
  }
})

t.test('writes pending counts when the service closes', async t => {
  const settings = isolatedSettings(t)
  const open = async () => {
    const app = await buildApp(loadConfig(settings))
    await app.ready()
    return app
  }
  const first = await open()
  first.features.services.usage.recordDeprecatedFields(['User.old'], ios)
  await first.close()
  const second = await open()
  t.teardown(() => second.close())
  t.match(await second.features.services.usage.deprecatedFieldUses(), [
    { field: 'User.old', clientName: 'ios', clientVersion: '1.2.0', count: 1 },
  ])
})

/** A store that fails while it is set to be unavailable. */
function unreliable() {
  const written = new Map<string, number>()
  let isUnavailable = false
  return {
    written,
    setUnavailable: (value: boolean) => (isUnavailable = value),
    async add({ field, clientName, count }: DeprecatedFieldUse): Promise<void> {
      if (isUnavailable) throw new Error('unavailable')
      const key = `${field} ${clientName}`
      written.set(key, (written.get(key) ?? 0) + count)
    },
    latest: async () => [],
  }
}

t.test('keeps counts that cannot be written until the next flush', async t => {
  const uses = unreliable()
  const usage = usageService({ uses, clock: () => new Date() })
  usage.recordDeprecatedFields(['User.old', 'User.older'], ios)
  uses.setUnavailable(true)
  await t.rejects(usage.flush(), { message: 'unavailable' })
  usage.recordDeprecatedFields(['User.old'], ios)
  uses.setUnavailable(false)
  await usage.flush()
  await usage.flush()
  t.same(
    uses.written,
    new Map([
      ['User.old ios', 2],
      ['User.older ios', 1],
    ]),
  )
})

t.test('limits the number of apps with pending counts', async t => {
  const uses = unreliable()
  const usage = usageService({ uses, clock: () => new Date() })
  for (let at = 0; at < 3000; at++)
    usage.recordDeprecatedFields(['User.old'], { name: `app-${at}`, version: '1' })
  usage.recordDeprecatedFields(['User.old'], { name: 'app-0', version: '1' })
  await usage.flush()
  t.equal(uses.written.size, 1000)
  t.equal(uses.written.get('User.old app-0'), 2)
})
