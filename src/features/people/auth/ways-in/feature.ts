import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import { waysInService } from './service.js'

export const waysIn = (
  { platform: { database } }: FeatureContext,
  { account }: { account: AccountService },
) => ({ services: { waysIn: waysInService({ account, database }) } })
