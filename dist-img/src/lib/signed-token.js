import { createHmac, timingSafeEqual } from 'node:crypto';
import { seconds } from './quantities.js';
/** `<expiry in Unix seconds>.<HMAC-SHA-256 in base64url>`. Fractions of a second are cut off. */
export function signToken(grant, expiresAt, secret) {
    const expiry = Math.floor(expiresAt.getTime() / seconds);
    return `${expiry}.${mac(grant, expiry, secret)}`;
}
export function checkToken(token, grant, secret, now) {
    const [, digits, given] = /^([1-9][0-9]{0,11})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
    if (digits === undefined || given === undefined)
        return { valid: false, expired: false };
    const expiry = Number(digits);
    if (!isEqual(given, mac(grant, expiry, secret)))
        return { valid: false, expired: false };
    const expiresAt = new Date(expiry * seconds);
    return now < expiresAt ? { valid: true, expiresAt } : { valid: false, expired: true };
}
/** JSON keeps the fields apart whatever they contain; the first one keeps other uses of the secret apart. */
function mac({ operation, bucket, path }, expiry, secret) {
    const fields = JSON.stringify(['signed-url', operation, bucket, path, expiry]);
    return createHmac('sha256', secret).update(fields).digest('base64url');
}
/**
 * Constant time: an early exit reveals how much matched. The texts are compared, not the bytes they stand for,
 * because the last character has two bits that decoding ignores.
 */
function isEqual(one, other) {
    const [left, right] = [Buffer.from(one), Buffer.from(other)];
    return left.length === right.length && timingSafeEqual(left, right);
}
//# sourceMappingURL=signed-token.js.map