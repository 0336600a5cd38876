import type { Resolvers, UpdateProfileInput, UserProfileInput } from '../../../../generated/resolvers.js'
import { parseIdAt } from '../../../lib/ids.js'
import type { Missing } from '../../../lib/missing.js'
import { selectsLeaf } from '../../../lib/selected-objects.js'
import { requireViewer, type RequestContext } from '../../../viewer.js'
import type { AccountService } from '../account/service.js'
import { displayName, type ProfileChanges, type TrainingChanges } from './models.js'
import type { ProfileService } from './service.js'

/** Does not compile if the input has a field that the service does not handle. The error names the field. */
type HandledInput<Name extends string, Given, Accepted> =
  Exclude<keyof Given, keyof Accepted> extends never
    ? Given
    : Missing<`${Name}.${Exclude<keyof Given, keyof Accepted> & string}`>
type Input = HandledInput<'UpdateProfileInput', UpdateProfileInput, ProfileChanges> & {
  profile?: HandledInput<'UserProfileInput', UserProfileInput, TrainingChanges> | null
}

export const profileResolvers = (profile: ProfileService, account: AccountService) =>
  ({
    Query: {
      me(_root, _args, context, info) {
        const { id } = requireViewer(context)
        return selectsLeaf(info, 'workoutsCompleted') ? profile.getWithHead(id) : profile.get(id)
      },
      user: (_root, { id }, context) => {
        requireViewer(context)
        return profile.getPublic(parseIdAt(id, 'id'))
      },
    },
    Mutation: {
      updateProfile: (_root, { input }, context) =>
        profile.update(requireViewer(context).id, input satisfies Input),
      completeOnboarding: async (_root, _args, context) => ({
        user: await profile.endOnboarding(requireViewer(context).id, 'COMPLETED'),
      }),
      skipOnboarding: async (_root, _args, context) => ({
        user: await profile.endOnboarding(requireViewer(context).id, 'SKIPPED'),
      }),
    },
    Subscription: {
      accountChanged: {
        subscribe: (_root, _args, context) => account.subscribeToChanges(requireViewer(context).id),
        resolve: (_event: unknown, _args: object, context: RequestContext) =>
          profile.get(requireViewer(context).id),
      },
    },
    User: {
      name: displayName,
    },
  }) satisfies Resolvers
