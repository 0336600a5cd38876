import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcryptjs';
import { Piscina } from 'piscina';
import { unavailable } from '../../errors.js';
import { minutes, seconds } from '../../lib/quantities.js';
/** bcrypt reads no more than this many bytes of a password. */
export const maxPasswordBytes = 72;
/** How many hashes may wait before more are refused. */
const queueLimit = 100;
const longestWait = 20 * seconds;
/** Hashes and checks passwords in worker threads, with a bounded queue. */
export function passwordHasher(rounds) {
    const pool = new Piscina({
        filename: new URL('./password-worker.js', import.meta.url).href,
        minThreads: 0,
        // One processor stays with the event loop.
        maxThreads: Math.max(1, availableParallelism() - 1),
        maxQueue: queueLimit,
        idleTimeout: 1 * minutes,
    });
    async function run(name, task) {
        if (pool.queueSize >= queueLimit)
            throw busy();
        try {
            return (await pool.run(task, { name, signal: AbortSignal.timeout(longestWait) }));
        }
        catch (error) {
            throw error instanceof Error && error.name === 'AbortError' ? busy(error) : error;
        }
    }
    const hash = (password) => run('hash', { password, rounds });
    let decoy;
    return {
        /** @throws AppError SERVICE_UNAVAILABLE when too many are waiting */
        hash,
        /**
         * Takes as long without a stored hash as with one, so that nobody can tell accounts by the time.
         * @throws AppError SERVICE_UNAVAILABLE when too many are waiting
         */
        async verify(password, passwordHash) {
            decoy ??= hash(randomBytes(16).toString('hex')).catch((error) => {
                decoy = undefined;
                throw error;
            });
            const substitute = await decoy;
            const fits = Buffer.byteLength(password) <= maxPasswordBytes;
            const matches = await run('compare', { password, passwordHash: passwordHash ?? substitute });
            return matches && fits && passwordHash !== undefined;
        },
        /** Whether the hash was made with fewer rounds than are set now. */
        isOutdated: (passwordHash) => bcrypt.getRounds(passwordHash) < rounds,
        close: () => pool.destroy(),
    };
}
const busy = (cause) => unavailable('Too many sign-ins at once. Try again in a moment.', 5, cause);
//# sourceMappingURL=passwords.js.map