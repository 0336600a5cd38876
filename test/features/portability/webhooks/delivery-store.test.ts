import { ObjectId } from 'mongodb'
import t from 'tap'
import { deliveryStore } from '../../../../src/features/portability/webhooks/delivery-store.js'
import { countPauses } from '../../../event-loop-delay.js'
import { databases } from '../../../platform/database/databases.js'

for (const [name, open] of databases)
  t.test(`${name}: searches for deliveries with pauses while a user has very many`, async t => {
    const database = await open(t)
    const store = deliveryStore(database)
    await database.prepare()
    const now = new Date()
    const [userId, otherId] = [new ObjectId().toHexString(), new ObjectId().toHexString()]
    const webhook = { id: new ObjectId().toHexString(), url: 'https://example.com/' }
    const delivery = { webhook, eventType: 'PING', subject: null, now } as const
    await store.add(Array.from({ length: 2000 }, () => ({ ...delivery, userId })))
    const saturated = { hosts: [], userIds: [userId] }
    const pauses = countPauses(t)
    t.equal(await store.claim(now, new Date(now.getTime() + 1), saturated), null)
    if (name === 'embedded') t.ok(pauses() > 100)
    await store.add([{ ...delivery, userId: otherId }])
    t.match(await store.claim(now, new Date(now.getTime() + 1), saturated), { userId: otherId })
  })
