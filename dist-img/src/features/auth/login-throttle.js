import { AppError } from '../../errors.js';
import { seconds } from '../../lib/quantities.js';
import { foldCase } from '../../lib/text.js';
/**
 * Counts failed logins. An attempt is counted before its password is looked at and taken back when it was right,
 * so that a hundred guesses at once are no more than the limit allows.
 */
export function loginThrottle({ perAccount, perAddress }) {
    return {
        /**
         * @param check resolves to null where the credentials are wrong
         * @throws AppError TOO_MANY_REQUESTS
         */
        async attempt(email, address, check) {
            const account = foldCase(email);
            const counts = await Promise.all([perAccount.consume(account), perAddress.consume(address)]);
            const exceeded = counts.filter(count => !count.allowed);
            if (exceeded.length > 0)
                throw tooMany(exceeded);
            let failed = false;
            try {
                const result = await check();
                failed = result === null;
                return result;
            }
            finally {
                if (!failed)
                    await Promise.all([perAccount.giveBack(account), perAddress.giveBack(address)]);
            }
        },
    };
}
function tooMany(counts) {
    const resetAt = Math.max(...counts.map(count => count.resetAt.getTime()));
    const retryAfter = Math.max(1, Math.ceil((resetAt - Date.now()) / seconds));
    return new AppError('TOO_MANY_REQUESTS', 'Too many failed logins. Try again later.', { retryAfter });
}
//# sourceMappingURL=login-throttle.js.map