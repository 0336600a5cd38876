import { createHmac, timingSafeEqual } from 'node:crypto';
/** The lower-case hexadecimal HMAC-SHA-256 of a request. */
export function requestSignature(secret, request) {
    const { method, path, timestamp, body, userId } = request;
    const input = [method.toUpperCase(), path, timestamp, body, userId].join('|');
    return createHmac('sha256', secret).update(input, 'utf8').digest('hex');
}
/** Constant time: an early exit would reveal how much matched. */
export function sameText(expected, actual) {
    const [left, right] = [Buffer.from(expected), Buffer.from(actual)];
    return left.length === right.length && timingSafeEqual(left, right);
}
//# sourceMappingURL=signature.js.map