import fp from 'fastify-plugin';
import { rateLimited } from '../errors.js';
import { seconds } from '../lib/quantities.js';
import { clientOf } from './client.js';
/** Counts every request, per user where there is a valid token, else per address. */
export const limits = fp(async (app, { perUser, perAddress }) => {
    app.decorateReply('told', null);
    app.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.unlimited)
            return;
        const count = request.viewer
            ? await perUser.consume(request.viewer.id)
            : await perAddress.consume(clientOf(request).address);
        enforce(reply, count);
    });
});
/**
 * Tells a count in the headers, the tightest one where several apply.
 * @throws AppError RATE_LIMITED
 */
export function enforce(reply, count) {
    if (!reply.told || count.remaining <= reply.told.remaining) {
        reply.told = count;
        reply.header('x-ratelimit-limit', count.limit);
        reply.header('x-ratelimit-remaining', count.remaining);
        reply.header('x-ratelimit-reset', Math.ceil(count.resetAt.getTime() / seconds));
    }
    if (count.allowed)
        return;
    const wait = Math.max(1, Math.ceil((count.resetAt.getTime() - Date.now()) / seconds));
    throw rateLimited(`Too many requests: ${count.limit} are allowed. Try again in ${wait} s.`, wait);
}
//# sourceMappingURL=limits.js.map