import fp from 'fastify-plugin';
import { AppError } from '../errors.js';
import { seconds } from '../lib/quantities.js';
import { requestSignature, sameText } from '../lib/signature.js';
/** Demands the signature headers on every request that is not exempt. */
export const signing = fp(async (app, { secret, tolerance, clock }) => {
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.decorateRequest('rawBody', '');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
        request.rawBody = body;
        void parseJson(request, body, done);
    });
    // After the body is read, since the body is signed.
    app.addHook('preValidation', async (request) => {
        if (request.routeOptions.config.unsigned)
            return;
        const timestamp = header(request, 'x-timestamp');
        const userId = header(request, 'x-user-id');
        const { method, rawBody } = request;
        const expected = requestSignature(secret, {
            method,
            path: request.raw.url ?? '',
            timestamp,
            body: rawBody,
            userId,
        });
        if (!sameText(expected, header(request, 'x-signature')))
            throw new AppError('INVALID_SIGNATURE', 'X-Signature does not fit the request.');
        // Judged after the signature, so that only a client that has the secret learns of its clock.
        if (!/^\d{1,12}$/.test(timestamp) ||
            Math.abs(clock().getTime() / seconds - Number(timestamp)) > tolerance)
            throw new AppError('TIMESTAMP_OUT_OF_RANGE', `X-Timestamp is more than ${tolerance} s off.`);
        if (request.viewer && request.viewer.id !== userId)
            throw new AppError('INVALID_SIGNATURE', 'X-User-ID is not the user of the access token.');
    });
});
function header(request, name) {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
}
//# sourceMappingURL=signing.js.map