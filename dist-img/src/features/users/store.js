import { ObjectId } from 'mongodb';
import { DuplicateKeyError } from '../../data/database.js';
import { foldCase } from '../../lib/text.js';
import { blankProfile } from './user.js';
export function userStore(database) {
    const users = database.collection('users', [
        { key: { emailKey: 1 }, unique: true },
        { key: { usernameKey: 1 }, unique: true },
        { key: { unverifiedUntil: 1 }, expireAfterSeconds: 0 },
    ]);
    const holds = database.collection('usernameHolds', [
        { key: { usernameKey: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
    return {
        async findById(id) {
            return toAccount(await users.findById(new ObjectId(id)));
        },
        async findByEmail(email) {
            return toAccount(await users.findOne({ emailKey: foldCase(email) }));
        },
        async isUsernameTaken(username, now) {
            const usernameKey = foldCase(username);
            const [user, hold] = await Promise.all([
                users.findOne({ usernameKey }),
                holds.findOne({ usernameKey, expiresAt: { $gt: now } }),
            ]);
            return user !== null || hold !== null;
        },
        async holdUsername(username, expiresAt) {
            await holds.insertOne({ _id: new ObjectId(), usernameKey: foldCase(username), expiresAt });
        },
        /** @returns the field that another account has already, or the new user */
        async insert(account, now, unverifiedUntil) {
            const document = {
                _id: new ObjectId(),
                ...account,
                emailKey: foldCase(account.email),
                usernameKey: foldCase(account.username),
                profileImage: null,
                photoSequence: 0,
                country: null,
                city: null,
                bio: null,
                achievements: [],
                workoutsCompleted: 0,
                improvements: [],
                enabled: true,
                createdAt: now,
                lastLogin: null,
                tokensValidFrom: 0,
                profile: blankProfile(now),
                ...(account.verified ? {} : { unverifiedUntil }),
            };
            try {
                await users.insertOne(document);
                return toUser(document);
            }
            catch (error) {
                if (error instanceof DuplicateKeyError)
                    return error.fields.includes('emailKey') ? 'email' : 'username';
                throw error;
            }
        },
        /** @returns the user after the change, null if there is none, or 'username' if another account has it */
        async update(id, fields) {
            const key = fields.username === undefined ? {} : { usernameKey: foldCase(fields.username) };
            try {
                return toUserOrNull(await users.findOneAndUpdate({ _id: new ObjectId(id) }, { $set: { ...fields, ...key } }));
            }
            catch (error) {
                if (error instanceof DuplicateKeyError)
                    return 'username';
                throw error;
            }
        },
        /** Only while the account is as it was when its password was checked. */
        async recordLogin(account, passwordHash, now) {
            return toAccount(await users.findOneAndUpdate({
                _id: new ObjectId(account.user.id),
                passwordHash: account.passwordHash,
                enabled: true,
                verified: true,
            }, { $set: { lastLogin: now, passwordHash } }));
        },
        async verify(id) {
            const update = { $set: { verified: true }, $unset: { unverifiedUntil: true } };
            return (await users.updateOne({ _id: new ObjectId(id) }, update)).matchedCount === 1;
        },
        async setPassword(id, passwordHash, tokensValidFrom) {
            const { matchedCount } = await users.updateOne({ _id: new ObjectId(id) }, {
                $set: { passwordHash, verified: true },
                $max: { tokensValidFrom },
                $unset: { unverifiedUntil: true },
            });
            return matchedCount === 1;
        },
        async setEnabled(id, enabled, tokensValidFrom) {
            const update = { $set: { enabled }, $max: { tokensValidFrom } };
            return toUserOrNull(await users.findOneAndUpdate({ _id: new ObjectId(id) }, update));
        },
        async revokeTokens(id, tokensValidFrom) {
            await users.updateOne({ _id: new ObjectId(id) }, { $max: { tokensValidFrom } });
        },
        /** The place of the next photo that becomes active; null if there is no such user. */
        async nextPhotoSequence(id) {
            const user = await users.findOneAndUpdate({ _id: new ObjectId(id) }, { $inc: { photoSequence: 1 } });
            return user?.photoSequence ?? null;
        },
        /** A later image never gives way to an earlier one, in whatever order the two arrive. */
        async setProfileImage(id, profileImage) {
            await users.updateOne({
                _id: new ObjectId(id),
                $or: [{ profileImage: null }, { 'profileImage.sequence': { $lt: profileImage.sequence } }],
            }, { $set: { profileImage } });
        },
        /** Only while the image is still that one. */
        async replaceProfileImage(id, fileKey, profileImage) {
            await users.updateOne({ _id: new ObjectId(id), 'profileImage.fileKey': fileKey }, { $set: { profileImage } });
        },
    };
}
const toUserOrNull = (document) => document && toUser(document);
function toAccount(document) {
    if (!document)
        return null;
    const { passwordHash, tokensValidFrom } = document;
    return { user: toUser(document), passwordHash, tokensValidFrom };
}
function toUser(document) {
    const { _id, emailKey, usernameKey, passwordHash, tokensValidFrom, photoSequence, unverifiedUntil, ...user } = document;
    return { id: _id.toHexString(), ...user };
}
//# sourceMappingURL=store.js.map