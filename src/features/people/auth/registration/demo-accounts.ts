import type { Role } from '../../../../viewer.js'

/** Accounts for trying out the service. Their passwords are public, so never create them on a reachable server. */
export const demoAccounts: { email: string; password: string; username: string; role: Role }[] = [
  { email: 'demo@example.com', password: 'demo-Passw0rd', username: 'demo', role: 'USER' },
  { email: 'admin@example.com', password: 'admin-Passw0rd', username: 'admin', role: 'ADMIN' },
]

/**
 * A hash of each password with the default of BCRYPT_SALT_ROUNDS, by e-mail address. Hashing would take an eighth of the
 * processor time of a first start.
 */
export const demoPasswordHashes: ReadonlyMap<string, string> = new Map([
  ['demo@example.com', '$2b$12$k068kGOd8KZ.oP.jiFCnb.2dFupbSJYrgC49iWqFn1I.dLi1dqVPW'],
  ['admin@example.com', '$2b$12$EG1IwaTH613rO4v/AAE3EO0CAp4ZDaNEzhXeQ5L.j4ttBES6yj3Vm'],
])
