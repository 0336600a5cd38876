import { LRUCache } from 'lru-cache';
import { AppError, badUserInput, notFound } from '../../errors.js';
import { days, seconds } from '../../lib/quantities.js';
import { multiLine, singleLine } from '../../lib/text.js';
import { changeProfile } from './profile-changes.js';
import { blankProfile, } from './user.js';
/** How long an account that nobody confirmed is kept, in milliseconds. */
const unverifiedLifetime = 7 * days;
/** How stale the answer to "may this token still be used?" can be on other instances, in milliseconds. */
const accountStateLifetime = 15 * seconds;
const usernamePattern = /^[\p{L}\p{M}\p{N}._-]+$/u;
export function userService({ users, clock }) {
    const states = new LRUCache({ max: 50_000, ttl: accountStateLifetime });
    const thisSecond = () => Math.floor(clock().getTime() / seconds);
    // A token carries whole seconds: those of the second that is running are refused, too.
    const nextSecond = () => thisSecond() + 1;
    // What was read before a change must not be remembered after it.
    let changes = 0;
    const forget = (id) => {
        changes++;
        states.delete(id);
    };
    const get = async (id) => {
        const account = await users.findById(id);
        if (!account)
            throw notFound('user');
        return account.user;
    };
    return {
        /** @throws AppError NOT_FOUND */
        get,
        /** A user as others may see it: those who cannot sign in do not exist. @throws AppError NOT_FOUND */
        async getVisible(id) {
            const account = await users.findById(id);
            if (!account?.user.enabled || !account.user.verified)
                throw notFound('user');
            return account.user;
        },
        async update(id, wanted) {
            const now = clock();
            const current = await get(id);
            const fields = checkedFields(wanted);
            if (wanted.profile !== undefined)
                fields.profile = wanted.profile
                    ? changeProfile(current.profile, wanted.profile, now)
                    : { ...blankProfile(now), createdAt: current.profile.createdAt };
            if (Object.keys(fields).length === 0)
                return current;
            const updated = await users.update(id, fields);
            if (updated === 'username')
                throw usernameTaken('CONFLICT');
            if (!updated)
                throw notFound('user');
            return updated;
        },
        accountById: (id) => users.findById(id),
        accountByEmail: (email) => users.findByEmail(email),
        /**
         * Nobody learns from the answer whether the e-mail address was known.
         * @returns the new user, or null where the address has an account already
         * @throws AppError USERNAME_TAKEN
         */
        async create(account) {
            const now = clock();
            const unverifiedUntil = new Date(now.getTime() + unverifiedLifetime);
            if (await users.isUsernameTaken(account.username, now))
                throw usernameTaken('USERNAME_TAKEN');
            const created = await users.insert(account, now, unverifiedUntil);
            if (created === 'username')
                throw usernameTaken('USERNAME_TAKEN');
            if (created !== 'email')
                return created;
            // Had the address been unknown, the username would be taken now. It has to look the same.
            await users.holdUsername(account.username, unverifiedUntil);
            return null;
        },
        async recordLogin(account, passwordHash) {
            return users.recordLogin(account, passwordHash, clock());
        },
        async verify(id) {
            const verified = await users.verify(id);
            forget(id);
            return verified;
        },
        /** Whoever could read the mail owns the address, so this verifies it, too. Every token is refused from now on. */
        async setPassword(id, passwordHash) {
            const changed = await users.setPassword(id, passwordHash, nextSecond());
            forget(id);
            return changed;
        },
        async setEnabled(id, enabled) {
            const user = await users.setEnabled(id, enabled, enabled ? 0 : nextSecond());
            forget(id);
            if (!user)
                throw notFound('user');
            return user;
        },
        async revokeTokens(id) {
            await users.revokeTokens(id, nextSecond());
            forget(id);
        },
        /** Whether tokens of this account are still good; at most 15 seconds old. Null if the account is gone. */
        async accountState(id) {
            const known = states.get(id);
            if (known)
                return known;
            const before = changes;
            const account = await users.findById(id);
            if (!account)
                return null;
            const { enabled, verified } = account.user;
            const state = { enabled, verified, tokensValidFrom: account.tokensValidFrom };
            if (changes === before)
                states.set(id, state);
            return state;
        },
        async nextPhotoSequence(id) {
            const sequence = await users.nextPhotoSequence(id);
            if (sequence === null)
                throw notFound('user');
            return sequence;
        },
        /** Makes it the profile image, unless a later one already is. */
        setProfileImage: (id, { fileKey, uploadedAt, sequence }) => users.setProfileImage(id, { fileKey, uploadedAt, sequence }),
        /** Gives up a profile image for another, if it still is the one with that key. */
        async replaceProfileImage(id, fileKey, image) {
            const next = image && { fileKey: image.fileKey, uploadedAt: image.uploadedAt, sequence: image.sequence };
            await users.replaceProfileImage(id, fileKey, next);
        },
    };
}
const usernameTaken = (code) => new AppError(code, 'This username is taken.');
/** @throws AppError BAD_USER_INPUT */
export function checkedUsername(username) {
    const text = singleLine(username, { field: 'username', minLength: 3, maxLength: 30 });
    if (!usernamePattern.test(text))
        throw badUserInput('username may have letters, digits, dots, hyphens and underscores only.');
    return text;
}
/** A name or a place; empty counts as unknown. @throws AppError BAD_USER_INPUT */
export const checkedName = (field, text) => text === null ? null : singleLine(text, { field, maxLength: 100 }) || null;
function checkedFields(changes) {
    const fields = {};
    if (changes.username === null)
        throw badUserInput('username cannot be cleared.');
    if (changes.username !== undefined)
        fields.username = checkedUsername(changes.username);
    for (const field of ['firstName', 'lastName', 'country', 'city']) {
        const text = changes[field];
        if (text !== undefined)
            fields[field] = checkedName(field, text);
    }
    if (changes.bio !== undefined)
        fields.bio =
            changes.bio === null ? null : multiLine(changes.bio, { field: 'bio', maxLength: 1000 }) || null;
    return fields;
}
//# sourceMappingURL=service.js.map