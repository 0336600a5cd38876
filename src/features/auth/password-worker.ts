import bcrypt from 'bcryptjs'

/** Runs in a worker thread: bcrypt keeps a processor busy for hundreds of milliseconds. */
export const hash = ({ password, rounds }: { password: string; rounds: number }): string =>
  bcrypt.hashSync(password, rounds)

export const compare = ({ password, passwordHash }: { password: string; passwordHash: string }): boolean =>
  bcrypt.compareSync(password, passwordHash)
