import { randomUUID } from 'node:crypto';
import { AppError, unauthenticated } from '../../errors.js';
import { seconds } from '../../lib/quantities.js';
/** How far ahead of this clock another instance's may run, in seconds. */
const clockSkew = 30;
export function tokenService({ access, refresh, clock }) {
    const now = () => clock().getTime() / seconds;
    async function verified(tokens, token) {
        const claims = (await tokens.verify(token));
        if (typeof claims.id !== 'string' || !/^[0-9a-f]{24}$/.test(claims.id))
            throw new Error('no id');
        if (typeof claims.iat !== 'number' || claims.iat > now() + clockSkew)
            throw new Error('issued in the future');
        return { ...claims, id: claims.id, iat: claims.iat };
    }
    return {
        /** @param issuedAt Unix time in seconds */
        access: (user, issuedAt) => access.sign({ id: user.id, email: user.email, role: user.role, iat: issuedAt }),
        /** @param issuedAt Unix time in seconds */
        refresh(userId, issuedAt) {
            const jti = randomUUID();
            return { token: refresh.sign({ id: userId, jti, iat: issuedAt }), jti };
        },
        /** @throws AppError UNAUTHENTICATED or TOKEN_EXPIRED */
        async verifyAccess(token) {
            try {
                return (await verified(access, token));
            }
            catch (error) {
                if (isExpired(error))
                    throw new AppError('TOKEN_EXPIRED', 'The access token has expired.', { cause: error });
                throw unauthenticated('The access token is not valid.');
            }
        },
        /** The claims of a refresh token, or null if it is forged, garbled or expired. */
        async verifyRefresh(token) {
            const claims = await verified(refresh, token).catch(() => null);
            return claims;
        },
    };
}
const isExpired = (error) => error instanceof Error && 'code' in error && error.code === 'FAST_JWT_EXPIRED';
//# sourceMappingURL=tokens.js.map