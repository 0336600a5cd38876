import type { Resolvers } from '../../../../generated/resolvers.js'
import { requirePermanentViewer, requireViewer } from '../../../viewer.js'
import type { WebhookService } from './service.js'

export const webhookResolvers = (webhooks: WebhookService) =>
  ({
    Query: { webhooks: (_root, _args, context) => webhooks.list(requireViewer(context).id) },
    Mutation: {
      saveWebhook: (_root, { input }, context) =>
        webhooks.save(requirePermanentViewer(context), input, context.client),
      testWebhook: async (_root, { input }, context) => ({
        delivery: await webhooks.test(requirePermanentViewer(context).id, input),
      }),
      deleteWebhook: async (_root, { input }, context) => ({
        deletedId: await webhooks.remove(requirePermanentViewer(context).id, input, context.client),
      }),
      replayWebhookDelivery: async (_root, { input }, context) => ({
        delivery: await webhooks.replay(requirePermanentViewer(context).id, input),
      }),
    },
    Webhook: { deliveries: (webhook, page) => webhooks.deliveries(webhook, page) },
  }) satisfies Resolvers
