import { Secret, TOTP } from 'otpauth'
import type { App } from '../../../../src/app.js'
import { queryGraphQL } from '../../../helper.js'
import type { Bearer } from './requests.js'

/** Returns the code that an authenticator app shows, computed with the parameters of RFC 6238. */
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

/** Turns the second factor on. @returns the secret of the app and the recovery codes */
export async function enableSecondFactor(app: App, user: Bearer, now: Date) {
  const { secret } = await startFactor(app, user)
  const { data, errors } = await confirmFactor(app, user, codeAt(secret, now))
  if (errors) throw new Error(JSON.stringify(errors))
  return { secret, recoveryCodes: data!.confirmSecondFactor.recoveryCodes }
}
