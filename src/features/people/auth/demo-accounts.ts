import type { Role } from '../../../viewer.js'

/** Accounts for trying out the service. Their passwords are public, so never create them on a reachable server. */
export const demoAccounts: { email: string; password: string; username: string; role: Role }[] = [
  { email: 'demo@example.com', password: 'demo-Passw0rd', username: 'demo', role: 'USER' },
  { email: 'admin@example.com', password: 'admin-Passw0rd', username: 'admin', role: 'ADMIN' },
]
