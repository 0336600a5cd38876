import { createHash, createPrivateKey, createPublicKey, generateKeyPair, randomBytes, } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../config.js';
const minModulusBits = 2048;
/**
 * Reads the keys that the settings name; in development a pair is made and kept in the data folder.
 * @throws ConfigError
 */
export async function loadTokenKeys(config) {
    const privatePath = config.JWT_PRIVATE_KEY_PATH ?? (await developmentKey(config));
    const privateKey = await readKey('JWT_PRIVATE_KEY_PATH', privatePath, createPrivateKey);
    const ownPublic = createPublicKey(privateKey);
    const named = await Promise.all(config.JWT_PUBLIC_KEY_PATH.map(path => readKey('JWT_PUBLIC_KEY_PATH', path, createPublicKey)));
    const [first = ownPublic] = named;
    if (!first.equals(ownPublic))
        throw new ConfigError([
            'JWT_PUBLIC_KEY_PATH must name the public key that belongs to JWT_PRIVATE_KEY_PATH first.',
        ]);
    const keys = [ownPublic, ...named.slice(1)].map(key => ({ key, jwk: toJwk(key) }));
    return {
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        kid: toJwk(ownPublic).kid,
        publicKeys: new Map(keys.map(({ key, jwk }) => [jwk.kid, key.export({ type: 'spki', format: 'pem' })])),
        jwks: { keys: keys.map(({ jwk }) => jwk) },
    };
}
/** The secret of signed URLs; in development one is made and kept in the data folder. */
export async function loadStorageSecret(config) {
    if (config.LOCAL_STORAGE_SECRET !== undefined)
        return config.LOCAL_STORAGE_SECRET;
    return keptSecret(join(config.DATA_PATH, 'keys', 'storage-secret'), async () => randomBytes(32).toString('hex'));
}
async function readKey(setting, path, parse) {
    try {
        const key = parse(await readFile(path, 'utf8'));
        const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
        if (key.asymmetricKeyType === 'rsa' && bits >= minModulusBits)
            return key;
    }
    catch (error) {
        throw new ConfigError([`${setting} names ${path}, which cannot be read as a PEM key: ${reason(error)}.`]);
    }
    throw new ConfigError([
        `${setting} names ${path}, which is not an RSA key of ${minModulusBits} bits or more.`,
    ]);
}
const reason = (error) => error instanceof Error && 'code' in error ? String(error.code) : 'wrong format';
async function developmentKey(config) {
    const path = join(config.DATA_PATH, 'keys', 'jwt-private.pem');
    await keptSecret(path, async () => {
        const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: minModulusBits });
        return privateKey.export({ type: 'pkcs8', format: 'pem' });
    });
    return path;
}
async function keptSecret(path, make) {
    const kept = await readFile(path, 'utf8').catch(() => undefined);
    if (kept !== undefined)
        return kept;
    const secret = await make();
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, secret, { mode: 0o600 });
    return secret;
}
/** Named by its thumbprint (RFC 7638), so that every instance gives it the same name. */
function toJwk(key) {
    const { n = '', e = '' } = key.export({ format: 'jwk' });
    const kid = createHash('sha256')
        .update(JSON.stringify({ e, kty: 'RSA', n }))
        .digest('base64url');
    return { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' };
}
//# sourceMappingURL=keys.js.map