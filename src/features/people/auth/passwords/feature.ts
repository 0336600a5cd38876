import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import { passwordHasher } from './password-hasher.js'

/** Hashes and compares passwords. Finds the costliest hash among those of the accounts. */
export function passwords({ platform, config }: FeatureContext, { account }: { account: AccountService }) {
  const passwords = passwordHasher({
    rounds: config.BCRYPT_SALT_ROUNDS,
    findCostliestHash: account.findCostliestHash,
    meter: platform.telemetry.meter,
  })
  platform.onClose(passwords.close)
  return { services: { passwords } }
}
