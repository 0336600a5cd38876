import bcrypt from 'bcryptjs';
/** Runs in a worker thread: bcrypt keeps a processor busy for hundreds of milliseconds. */
export const hash = ({ password, rounds }) => bcrypt.hashSync(password, rounds);
export const compare = ({ password, passwordHash }) => bcrypt.compareSync(password, passwordHash);
//# sourceMappingURL=password-worker.js.map