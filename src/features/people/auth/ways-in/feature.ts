import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import { waysInService } from './service.js'

/** Keeps users from removing their last way to sign in. Later features add the ways that they store. */
export const waysIn = (
  { platform: { database } }: FeatureContext,
  { account }: { account: AccountService },
) => ({ services: { waysIn: waysInService({ account, database }) } })
