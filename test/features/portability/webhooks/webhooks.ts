import type { App } from '../../../../src/app.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'
import { unlimitedLogins } from '../../people/auth/requests.js'
import { newId, now } from '../../training/workouts/workouts.js'
import type { ReceivedMessage } from './receiver.js'

const allEvents = [
  'WORKOUT_SAVED',
  'WORKOUT_DELETED',
  'RECORD_SET',
  'ACHIEVEMENT_EARNED',
  'ENROLLMENT_CHANGED',
]
/** Not in the past, because MongoDB expires deliveries by its own clock. */
export const start = new Date(Math.max(now.getTime(), Math.floor(Date.now() / 1000) * 1000))
export const settings = {
  ...unlimitedLogins,
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
  JWT_ACCESS_TOKEN_EXPIRES_IN: '30d',
}

export const trySave = (app: App, user: TestUser, input: object) =>
  queryGraphQL<{ saveWebhook: { webhook: { id: string; url: string }; secret: string | null } }>(
    app,
    `mutation($input: SaveWebhookInput!) { saveWebhook(input: $input) { secret webhook { id url events isEnabled } } }`,
    { input: { id: newId(), events: allEvents, ...input } },
    user,
  )

export async function saveWebhook(app: App, user: TestUser, input: object) {
  const { data, errors } = await trySave(app, user, input)
  if (!data?.saveWebhook) throw new Error(JSON.stringify(errors))
  return { id: data.saveWebhook.webhook.id, secret: data.saveWebhook.secret ?? '' }
}

interface Delivery {
  id: string
  messageId: string
  eventType: string
  deliveryStatus: string
  attemptCount: number
  lastResponseStatus: number | null
}

export async function read(app: App, user: Pick<TestUser, 'headers'>) {
  const { data } = await queryGraphQL<{
    webhooks: {
      id: string
      isEnabled: boolean
      disabledReason: string | null
      deliveries: { edges: { node: Delivery }[] }
    }[]
  }>(
    app,
    `{ webhooks { id isEnabled disabledReason deliveries(first: 10) {
      edges { node { id messageId eventType deliveryStatus attemptCount lastResponseStatus } }
    } } }`,
    {},
    user,
  )
  return data!.webhooks.map(({ deliveries, ...webhook }) => ({
    ...webhook,
    deliveries: deliveries.edges.map(({ node }) => node),
  }))
}

export const contentOf = ({ body }: ReceivedMessage) =>
  JSON.parse(body) as { type: string; timestamp: string; data: { recordId: string; version: number | null } }
