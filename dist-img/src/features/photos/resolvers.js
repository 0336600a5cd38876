import { requireViewer } from '../../graphql/context.js';
import { parseId } from '../../lib/ids.js';
export const photoResolvers = {
    Mutation: {
        restoreProfilePhoto: (_root, { id }, context) => context.services.photos.restore(requireViewer(context).id, parseId(id, 'photo')),
    },
    User: {
        profilePhotos: (user, _args, { services }) => services.photos.list(user.id),
    },
    ProfilePhoto: {
        url: (photo, _args, { services }) => services.photos.urlOf(photo.fileKey),
    },
};
//# sourceMappingURL=resolvers.js.map