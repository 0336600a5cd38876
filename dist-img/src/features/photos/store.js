import { ObjectId } from 'mongodb';
const newestFirst = { sequence: -1 };
export function photoStore(database) {
    const photos = database.collection('photos', [
        { key: { userId: 1, archived: 1, sequence: -1 } },
        { key: { fileKey: 1 }, unique: true },
    ]);
    const unfinished = database.collection('unfinishedUploads', [{ key: { startedAt: 1 } }]);
    return {
        newId: () => new ObjectId().toHexString(),
        async begin({ id, userId, fileKey }, startedAt) {
            await unfinished.insertOne({ _id: new ObjectId(id), userId: new ObjectId(userId), fileKey, startedAt });
        },
        async end(id) {
            await unfinished.deleteOne({ _id: new ObjectId(id) });
        },
        async unfinishedBefore(moment, limit) {
            const found = await unfinished.find({ startedAt: { $lt: moment } }, { sort: { startedAt: 1 }, limit });
            return found.map(({ _id, userId, fileKey }) => ({
                id: _id.toHexString(),
                userId: userId.toHexString(),
                fileKey,
            }));
        },
        async insert({ id, userId, ...photo }, sequence) {
            await photos.insertOne({ _id: new ObjectId(id), userId: new ObjectId(userId), ...photo, sequence });
        },
        async delete(id, userId) {
            await photos.deleteOne({ _id: new ObjectId(id), userId: new ObjectId(userId) });
        },
        async find(id, userId) {
            const photo = await photos.findOne({ _id: new ObjectId(id), userId: new ObjectId(userId) });
            return photo && toPhoto(photo);
        },
        /** The active photos, the newest first. */
        async active(userId, limit) {
            const filter = { userId: new ObjectId(userId), archived: false };
            const found = await photos.find(filter, { sort: newestFirst, limit });
            return found.map(photo => ({ photo: toPhoto(photo), sequence: photo.sequence }));
        },
        /** Unless it was made active anew meanwhile. */
        async archive({ photo, sequence }) {
            const filter = { _id: new ObjectId(photo.id), userId: new ObjectId(photo.userId), sequence };
            await photos.updateOne(filter, { $set: { archived: true } });
        },
        /** Null if the user has no such archived photo. */
        async restore(id, userId, sequence) {
            const filter = { _id: new ObjectId(id), userId: new ObjectId(userId), archived: true };
            const photo = await photos.findOneAndUpdate(filter, { $set: { archived: false, sequence } });
            return photo && toPhoto(photo);
        },
    };
}
function toPhoto({ _id, userId, sequence, ...photo }) {
    return { id: _id.toHexString(), userId: userId.toHexString(), ...photo };
}
//# sourceMappingURL=store.js.map