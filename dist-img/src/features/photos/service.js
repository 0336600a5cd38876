import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { AppError, notFound } from '../../errors.js';
import { agreedImageType, sniffedBytes } from '../../lib/image-type.js';
import { hours } from '../../lib/quantities.js';
import { MalformedImageError, stripMetadata } from '../../lib/strip-metadata.js';
const maxActive = 5;
/** More than the five that stay: what a burst of uploads has made too many is archived together. */
const surplusRead = 50;
/** An upload takes minutes at the most: what is older was left by a crash. In milliseconds. */
const abandonedAfter = 1 * hours;
const sweptAtOnce = 100;
export function photoService(dependencies) {
    const { photos, users, storage, incoming, allowedExtensions, urlLifetime, clock } = dependencies;
    const urlOf = (fileKey, from = clock()) => storage.signedUrl('user-assets', fileKey, new Date(from.getTime() + urlLifetime));
    async function archiveSurplus(userId) {
        const active = await photos.active(userId, surplusRead);
        await Promise.all(active.slice(maxActive).map(surplus => photos.archive(surplus)));
    }
    /** Leaves no row and no file of an upload that did not end well. */
    async function undo({ id, userId, fileKey }) {
        await photos.delete(id, userId);
        await storage.delete('user-assets', fileKey);
        const [newest] = await photos.active(userId, 1);
        const image = newest && { ...newest.photo, sequence: newest.sequence };
        await users.replaceProfileImage(userId, fileKey, image ?? null);
        await photos.end(id);
    }
    async function store(upload, path, photo) {
        await storage.put('user-assets', photo.fileKey, path, photo.contentType);
        const sequence = await users.nextPhotoSequence(photo.userId);
        await photos.insert(photo, sequence);
        await archiveSurplus(photo.userId);
        await users.setProfileImage(photo.userId, { ...photo, sequence });
        await photos.end(upload.id);
    }
    return {
        urlOf,
        /** The active photos of a user, the newest first. */
        async list(userId) {
            return (await photos.active(userId, maxActive)).map(({ photo }) => photo);
        },
        /**
         * Takes in a photo: all of it or, whatever fails, nothing.
         * @throws AppError UNSUPPORTED_MEDIA_TYPE
         */
        async upload(userId, file) {
            const type = await typeOf(file, allowedExtensions);
            const stripped = incoming.temporaryPath();
            try {
                const { size } = await withoutMetadata(file.path, stripped, type);
                const id = photos.newId();
                const fileKey = `users/${userId}/profile-picture/${randomUUID()}.${type.extension}`;
                const uploadedAt = clock();
                const upload = { id, userId, fileKey };
                const { fileName } = file;
                const photo = { ...upload, fileName, contentType: type.mediaType, size, uploadedAt, archived: false };
                await photos.begin(upload, uploadedAt);
                await store(upload, stripped, photo).catch(async (error) => {
                    // If this fails, too, the sweeper does it later.
                    await undo(upload).catch(() => undefined);
                    throw error;
                });
                return photo;
            }
            finally {
                await rm(stripped, { force: true });
            }
        },
        /** Makes an archived photo the newest active one. @throws AppError NOT_FOUND */
        async restore(userId, id) {
            const sequence = await users.nextPhotoSequence(userId);
            const restored = await photos.restore(id, userId, sequence);
            if (!restored) {
                const active = await photos.find(id, userId);
                if (!active)
                    throw notFound('photo');
                return active;
            }
            await archiveSurplus(userId);
            await users.setProfileImage(userId, { ...restored, sequence });
            return restored;
        },
        /** Removes what crashes have left behind. */
        async sweep() {
            const abandoned = new Date(clock().getTime() - abandonedAfter);
            await incoming.sweep(abandoned);
            for (const upload of await photos.unfinishedBefore(abandoned, sweptAtOnce))
                await undo(upload);
        },
    };
}
async function typeOf(file, allowedExtensions) {
    const type = await agreedImageType(file.fileName, file.declaredType, await firstBytes(file.path), allowedExtensions);
    if (type)
        return type;
    throw unsupported(`The extension, the media type and the content must all name the same one of: ${allowedExtensions.join(', ')}.`);
}
async function withoutMetadata(source, target, { mediaType }) {
    try {
        return await stripMetadata(source, target, mediaType);
    }
    catch (error) {
        if (error instanceof MalformedImageError)
            throw unsupported('The file is broken: it cannot be read as the image it claims to be.');
        throw error;
    }
}
async function firstBytes(path) {
    const file = await open(path, 'r');
    try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
        return buffer.subarray(0, bytesRead);
    }
    finally {
        await file.close();
    }
}
const unsupported = (message) => new AppError('UNSUPPORTED_MEDIA_TYPE', message);
//# sourceMappingURL=service.js.map