import { Binary, ObjectId } from 'mongodb'
import { randomToken } from '../../../../lib/random-token.js'
import { sha256 } from '../../../../lib/sha256.js'
import type { Database, Entity } from '../../../../platform/database/database.js'

interface ExchangeDocument extends Entity {
  codeHash: string
  /** The PKCE challenge of the app that started the sign-in. */
  codeChallenge: string
  /** The encrypted identity. */
  sealed: Binary
  expiresAt: Date
}

/** Stores the identities of finished sign-ins, until the app exchanges its code for tokens. */
export function exchangeStore(database: Database) {
  const exchanges = database.collection<ExchangeDocument>('oidcExchanges', [
    { key: { codeHash: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async create(codeChallenge: string, sealed: Uint8Array, expiresAt: Date): Promise<string> {
      const code = randomToken()
      const document = { codeHash: sha256(code), codeChallenge, sealed: new Binary(sealed), expiresAt }
      await exchanges.insertOne({ _id: new ObjectId(), ...document })
      return code
    },

    /** Uses up a code. Of concurrent calls only one succeeds. @returns null for an unknown, used or expired code */
    async consume(code: string, now: Date): Promise<{ codeChallenge: string; sealed: Uint8Array } | null> {
      const found = await exchanges.findOneAndDelete({ codeHash: sha256(code), expiresAt: { $gt: now } })
      return found && { codeChallenge: found.codeChallenge, sealed: found.sealed.value() }
    },
  }
}

export type ExchangeStore = ReturnType<typeof exchangeStore>
