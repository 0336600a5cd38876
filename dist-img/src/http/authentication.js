import fp from 'fastify-plugin';
import { unauthenticated } from '../errors.js';
/**
 * Finds out who asks and refuses nobody: a refusal is kept, so that the request is counted first and each route
 * decides whether it wants a token.
 */
export const authentication = fp(async (app, { auth }) => {
    app.decorateRequest('viewer', null);
    app.decorateRequest('refusal', null);
    app.addHook('onRequest', async (request) => {
        const { authorization } = request.headers;
        if (authorization === undefined)
            return;
        try {
            request.viewer = await auth.authenticate(bearerToken(authorization));
        }
        catch (error) {
            request.refusal = error;
        }
    });
});
/** The caller. @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
export function requireViewer(request) {
    if (request.viewer)
        return request.viewer;
    throw request.refusal ?? unauthenticated();
}
/** A hook for routes that want a token. */
export async function demandViewer(request) {
    requireViewer(request);
}
/** @throws AppError UNAUTHENTICATED */
export function bearerToken(authorization) {
    const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization) ?? [];
    if (token === undefined)
        throw unauthenticated('The header must read "Authorization: Bearer <access token>".');
    return token;
}
//# sourceMappingURL=authentication.js.map