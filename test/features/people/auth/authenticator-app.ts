import { Secret, TOTP } from 'otpauth'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'

export type Bearer = Pick<TestUser, 'headers'>

/** Returns the code that an authenticator app shows: the reference of the tests is the RFC, through another instance. */
export const codeAt = (secret: string, now: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

export async function startFactor(
  app: App,
  user: Bearer,
): Promise<{ secret: string; uri: string; qrCode: string }> {
  const { data, errors } = await queryGraphQL<{
    startSecondFactor: { secret: string; uri: string; qrCode: string }
  }>(app, 'mutation { startSecondFactor { secret uri qrCode } }', {}, user)
  if (errors) throw new Error(JSON.stringify(errors))
  return data!.startSecondFactor
}

export const confirmFactor = (app: App, user: Bearer, code: string) =>
  queryGraphQL<{ confirmSecondFactor: { recoveryCodes: string[] } }>(
    app,
    'mutation($code: String!) { confirmSecondFactor(input: { code: $code }) { recoveryCodes } }',
    { code },
    user,
  )

/** Turns the second factor on. @returns its secret and the recovery codes */
export async function enable(app: App, user: Bearer, now: Date) {
  const { secret } = await startFactor(app, user)
  const { data, errors } = await confirmFactor(app, user, codeAt(secret, now))
  if (errors) throw new Error(JSON.stringify(errors))
  return { secret, recoveryCodes: data!.confirmSecondFactor.recoveryCodes }
}
