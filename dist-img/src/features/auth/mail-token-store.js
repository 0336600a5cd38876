import { createHash, randomBytes } from 'node:crypto';
import { ObjectId } from 'mongodb';
/** The tokens in mail links. Only their hashes are stored. */
export function mailTokenStore(database) {
    const tokens = database.collection('mailTokens', [
        { key: { tokenHash: 1 }, unique: true },
        { key: { userId: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
    const live = (token, purpose, now) => ({
        tokenHash: hash(token),
        purpose,
        expiresAt: { $gt: now },
    });
    return {
        /** A new token: 256 random bits. */
        async create(purpose, userId, expiresAt) {
            const token = randomBytes(32).toString('base64url');
            const document = {
                _id: new ObjectId(),
                tokenHash: hash(token),
                purpose,
                userId: new ObjectId(userId),
                expiresAt,
            };
            await tokens.insertOne(document);
            return token;
        },
        /** Whose token it is, or null if it is not good; the token stays good. */
        async peek(token, purpose, now) {
            return (await tokens.findOne(live(token, purpose, now)))?.userId.toHexString() ?? null;
        },
        /** Whose token it was, or null if it was not good; of two callers at once only one is told. */
        async consume(token, purpose, now) {
            return (await tokens.findOneAndDelete(live(token, purpose, now)))?.userId.toHexString() ?? null;
        },
        async deleteAll(userId, purpose) {
            await tokens.deleteMany({ userId: new ObjectId(userId), purpose });
        },
    };
}
const hash = (token) => createHash('sha256').update(token).digest('base64url');
//# sourceMappingURL=mail-token-store.js.map