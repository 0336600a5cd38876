import type { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { headId, headFilter } from '../../owned/view.js'
import { consentKinds, type Consent, type ConsentKind } from './models.js'

/**
 * The consents in the head document of a user. All writes to the user's records update this document, so that a write
 * that requires a consent and a concurrent withdrawal run one after the other.
 */
interface ConsentDocument extends Entity {
  userId: ObjectId
  consents?: Partial<Record<ConsentKind, Omit<Consent, 'kind'>>>
}

export function consentStore(database: Database) {
  const heads = database.collection<ConsentDocument>('ownedRecords')

  return {
    async list(userId: string): Promise<Consent[]> {
      const { consents = {} } = (await heads.findById(headId(userId))) ?? {}
      return consentKinds.flatMap(kind => {
        const consent = consents[kind]
        return consent ? [{ kind, ...consent }] : []
      })
    },

    async write(userId: string, { kind, givenAt, withdrawnAt }: Consent): Promise<void> {
      const update = { $set: { [`consents.${kind}`]: { givenAt, withdrawnAt } } }
      await heads.updateOne(headFilter(userId), update, { upsert: true })
    },
  }
}

export type ConsentStore = ReturnType<typeof consentStore>
