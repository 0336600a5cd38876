import { join } from 'node:path'
import Fastify from 'fastify'
import { loadConfig } from '../../../src/config.js'
import { tokenService } from '../../../src/features/people/auth/sign-in/tokens.js'
import { jsonWebTokens } from '../../../src/http/json-web-tokens.js'
import { days } from '../../../src/lib/quantities.js'
import { loadTokenKeys } from '../../../src/platform/keys/token-keys.js'
import type { Person } from './fill.js'
import { fillSettings } from './template-people.js'

/** Signs access tokens with the key of a data folder, as a login does. */
export async function accessTokens(folder: string): Promise<(person: Person) => string> {
  const { JWT_ISSUER, JWT_AUDIENCE } = loadConfig(fillSettings(folder))
  const app = Fastify()
  await app.register(jsonWebTokens, {
    keys: await loadTokenKeys({ privateKey: undefined, publicKeys: [], folder: join(folder, 'keys') }),
    issuer: JWT_ISSUER,
    audience: JWT_AUDIENCE,
    accessTokenLifetime: 1 * days,
    refreshTokenLifetime: 1 * days,
  })
  const { signAccess } = tokenService({ ...app.tokens, clock: () => new Date() })
  return ({ id, email, sessionId }) => signAccess({ id, email, role: 'USER' }, sessionId, new Date())
}
