import { AppError, unauthenticated } from '../../errors.js';
import { seconds } from '../../lib/quantities.js';
export function authService(dependencies) {
    const { users, sessions, tokens, passwords, throttle, refreshTokenLifetime, clock } = dependencies;
    /** Whose credentials these are; takes as long for an unknown address as for a known one. */
    async function owner(email, password) {
        const account = await users.accountByEmail(email);
        const matches = await passwords.verify(password, account?.passwordHash);
        return matches ? account : null;
    }
    /** Notes the login, renews an outdated hash, and issues both tokens. */
    async function openSession(account, password, client) {
        // Read before the account: whatever is revoked from here on also revokes these tokens.
        const now = clock();
        const { passwordHash } = account;
        const renewedHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : passwordHash;
        const signedIn = await users.recordLogin(account, renewedHash);
        if (!signedIn)
            throw wrongCredentials();
        const { user, tokensValidFrom } = signedIn;
        // Tokens of the second in which everything was revoked are refused, so these begin with the next one.
        const issuedAt = Math.max(Math.floor(now.getTime() / seconds), account.tokensValidFrom);
        if (issuedAt < tokensValidFrom)
            throw wrongCredentials();
        const { token: refreshToken, jti } = tokens.refresh(user.id, issuedAt);
        const expiresAt = new Date(issuedAt * seconds + refreshTokenLifetime);
        await sessions.insert({ jti, userId: user.id, ...client, expiresAt }, now);
        return { accessToken: tokens.access(user, issuedAt), refreshToken, user };
    }
    return {
        /**
         * The credentials are judged first: only who knew the password learns more about the account.
         * @throws AppError INVALID_CREDENTIALS, ACCOUNT_DISABLED, ACCOUNT_NOT_VERIFIED, TOO_MANY_REQUESTS
         */
        async login(email, password, client) {
            const account = await throttle.attempt(email, client.address, () => owner(email, password));
            if (!account)
                throw wrongCredentials();
            if (!account.user.enabled)
                throw accountDisabled();
            if (!account.user.verified)
                throw new AppError('ACCOUNT_NOT_VERIFIED', 'Confirm your e-mail address first: see the mail we sent you.');
            return openSession(account, password, client);
        },
        /** @throws AppError INVALID_REFRESH_TOKEN, ACCOUNT_DISABLED */
        async refresh(refreshToken) {
            const claims = await tokens.verifyRefresh(refreshToken);
            const account = claims && (await users.accountById(claims.id));
            if (!account)
                throw invalidRefreshToken();
            if (!account.user.enabled)
                throw accountDisabled();
            const now = clock();
            const live = claims.iat >= account.tokensValidFrom && (await sessions.touch(claims.jti, claims.id, now));
            if (!live)
                throw invalidRefreshToken();
            const issuedAt = Math.max(Math.floor(now.getTime() / seconds), account.tokensValidFrom);
            return tokens.access(account.user, issuedAt);
        },
        /** Ends one session. A token that is not good, or not any more, has none to end. */
        async logout(refreshToken) {
            const claims = await tokens.verifyRefresh(refreshToken);
            if (claims)
                await sessions.delete(claims.jti, claims.id);
        },
        /** Revokes every token of the account: access tokens within 30 seconds on other instances, at once on this one. */
        async signOutEverywhere(userId) {
            await users.revokeTokens(userId);
            await sessions.deleteAll(userId);
        },
        /**
         * Disabling an account signs it out everywhere.
         * @throws AppError NOT_FOUND
         */
        async setEnabled(userId, enabled) {
            const user = await users.setEnabled(userId, enabled);
            if (!enabled)
                await sessions.deleteAll(userId);
            return user;
        },
        /** Who an access token stands for. @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
        async authenticate(accessToken) {
            const { id, email, role, iat } = await tokens.verifyAccess(accessToken);
            const state = await users.accountState(id);
            if (!state?.enabled || iat < state.tokensValidFrom)
                throw unauthenticated('The access token has been revoked. Sign in again.');
            return { id, email, role };
        },
    };
}
const wrongCredentials = () => new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
const accountDisabled = () => new AppError('ACCOUNT_DISABLED', 'This account is disabled.');
const invalidRefreshToken = () => new AppError('INVALID_REFRESH_TOKEN', 'The refresh token is not valid. Sign in again.');
//# sourceMappingURL=service.js.map