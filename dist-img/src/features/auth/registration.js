import { AppError } from '../../errors.js';
import { days, hours } from '../../lib/quantities.js';
import { foldCase } from '../../lib/text.js';
import { checkedName, checkedUsername } from '../users/service.js';
import { checkPasswordStrength } from './password-rules.js';
const lifetimes = { 'verify-email': 1 * days, 'reset-password': 1 * hours };
/**
 * Registration, confirmation of the address, and password reset. Mails are made and sent after the answer, so that
 * neither the answer nor its time tells whether an address is known.
 */
export function registrationService(dependencies) {
    const { users, auth, passwords, mailTokens, mails, mailer, mailsPerAddress, background, clock } = dependencies;
    /** Nobody's mailbox is filled by strangers: past the limit, nothing is written. */
    async function send(to, write) {
        const { allowed } = await mailsPerAddress.consume(foldCase(to));
        if (allowed)
            await mailer.send(await write());
    }
    async function newToken(purpose, user) {
        const expiresAt = new Date(clock().getTime() + lifetimes[purpose]);
        return mailTokens.create(purpose, user.id, expiresAt);
    }
    const sendVerification = (user) => send(user.email, async () => mails.verifyEmail(user.email, user.username, await newToken('verify-email', user)));
    async function peekOwner(token, purpose) {
        const userId = await mailTokens.peek(token, purpose, clock());
        const account = userId && (await users.accountById(userId));
        if (!account)
            throw invalidToken();
        return account.user;
    }
    return {
        /** Makes an account that is confirmed already, unless the address has one. Not for what strangers send. */
        async provision({ password, ...account }) {
            if (await users.accountByEmail(account.email))
                return;
            const passwordHash = await passwords.hash(password);
            await users.create({ firstName: null, lastName: null, ...account, passwordHash, verified: true });
        },
        /** @throws AppError USERNAME_TAKEN, WEAK_PASSWORD, BAD_USER_INPUT */
        async register({ email, password, ...names }) {
            const username = checkedUsername(names.username);
            const firstName = checkedName('firstName', names.firstName ?? null);
            const lastName = checkedName('lastName', names.lastName ?? null);
            checkPasswordStrength(password, { email, username });
            const passwordHash = await passwords.hash(password);
            const account = {
                email,
                username,
                firstName,
                lastName,
                passwordHash,
                role: 'USER',
                verified: false,
            };
            const user = await users.create(account);
            background.run(() => user ? sendVerification(user) : send(email, () => mails.alreadyRegistered(email)));
        },
        /** @throws AppError INVALID_TOKEN */
        async verifyEmail(token) {
            const userId = await mailTokens.consume(token, 'verify-email', clock());
            if (!userId || !(await users.verify(userId)))
                throw invalidToken();
            await mailTokens.deleteAll(userId, 'verify-email');
        },
        resendVerification(email) {
            background.run(async () => {
                const account = await users.accountByEmail(email);
                if (account && !account.user.verified)
                    await sendVerification(account.user);
            });
        },
        forgotPassword(email) {
            background.run(async () => {
                const account = await users.accountByEmail(email);
                if (!account?.user.enabled)
                    return;
                const { user } = account;
                await send(user.email, async () => mails.resetPassword(user.email, await newToken('reset-password', user)));
            });
        },
        /** Whether the token could still be used; it stays good. */
        isGood: async (token, purpose) => (await mailTokens.peek(token, purpose, clock())) !== null,
        /**
         * Sets a new password and signs out every session. A refused password leaves the token good.
         * @throws AppError INVALID_TOKEN, WEAK_PASSWORD
         */
        async resetPassword(token, password) {
            const user = await peekOwner(token, 'reset-password');
            checkPasswordStrength(password, user);
            const passwordHash = await passwords.hash(password);
            const userId = await mailTokens.consume(token, 'reset-password', clock());
            if (!userId || !(await users.setPassword(userId, passwordHash)))
                throw invalidToken();
            await auth.signOutEverywhere(userId);
            await mailTokens.deleteAll(userId, 'reset-password');
            background.run(() => send(user.email, () => mails.passwordChanged(user.email)));
        },
    };
}
const invalidToken = () => new AppError('INVALID_TOKEN', 'The link is not valid, was used already, or has expired.');
//# sourceMappingURL=registration.js.map