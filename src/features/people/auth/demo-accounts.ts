import type { Role } from '../../../viewer.js'

/** Accounts to try the service with. Their passwords are public: never create them where strangers can reach them. */
export const demoAccounts: { email: string; password: string; username: string; role: Role }[] = [
  { email: 'demo@example.com', password: 'demo-Passw0rd', username: 'demo', role: 'USER' },
  { email: 'admin@example.com', password: 'admin-Passw0rd', username: 'admin', role: 'ADMIN' },
]
