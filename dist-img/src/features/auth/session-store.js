import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
/** Signed-in devices: one document for each refresh token, which itself is never stored. */
export function sessionStore(database) {
    const sessions = database.collection('sessions', [
        { key: { jtiHash: 1 }, unique: true },
        { key: { userId: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
    return {
        async insert({ jti, userId, ...session }, now) {
            await sessions.insertOne({
                _id: new ObjectId(),
                jtiHash: hash(jti),
                userId: new ObjectId(userId),
                ...session,
                createdAt: now,
                lastUsedAt: now,
            });
        },
        /** Notes that the session was used; false if it has ended. */
        async touch(jti, userId, now) {
            const session = await sessions.findOneAndUpdate({ jtiHash: hash(jti), userId: new ObjectId(userId), expiresAt: { $gt: now } }, { $set: { lastUsedAt: now } });
            return session !== null;
        },
        async delete(jti, userId) {
            await sessions.deleteOne({ jtiHash: hash(jti), userId: new ObjectId(userId) });
        },
        async deleteAll(userId) {
            await sessions.deleteMany({ userId: new ObjectId(userId) });
        },
    };
}
const hash = (jti) => createHash('sha256').update(jti).digest('base64url');
//# sourceMappingURL=session-store.js.map