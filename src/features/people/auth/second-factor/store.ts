import { Binary, ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'

/** The authenticator app and the recovery codes of a user. The identifier is that of the user. */
interface SecondFactorDocument extends Entity {
  /** The encrypted secret of the authenticator app. */
  secret: Binary
  /** Missing until the user has entered a first code. */
  enabledAt?: Date
  /** The time step of the last accepted code: earlier ones are not accepted again. */
  lastStep: number
  /** The hashes of the recovery codes that have not been used. */
  recoveryCodes: string[]
  /** Counts the changes of the recovery codes, so that each is used once. */
  revision: number
}

export interface SecondFactor {
  secret: Uint8Array
  /** Null until the user has entered a first code. */
  enabledAt: Date | null
  lastStep: number
  /** The hashes of the recovery codes that have not been used. */
  recoveryCodes: readonly string[]
}

export function secondFactorStore(database: Database) {
  const factors = database.collection<SecondFactorDocument>('secondFactors')
  const enabled = { enabledAt: { $type: 'date' as const } }

  return {
    async find(userId: string): Promise<SecondFactor | null> {
      const found = await factors.findById(new ObjectId(userId))
      if (!found) return null
      const { secret, enabledAt, lastStep, recoveryCodes } = found
      return { secret: secret.value(), enabledAt: enabledAt ?? null, lastStep, recoveryCodes }
    },

    async isEnabled(userId: string): Promise<boolean> {
      return (await factors.findOne({ _id: new ObjectId(userId), ...enabled })) !== null
    },

    /** Stores the secret of an authenticator app that is not enabled yet. */
    async start(userId: string, secret: Uint8Array): Promise<void> {
      const started = { secret: new Binary(secret), lastStep: 0, recoveryCodes: [], revision: 0 }
      await factors.updateOne({ _id: new ObjectId(userId) }, { $set: started }, { upsert: true })
    },

    async enable(
      userId: string,
      { enabledAt, lastStep, recoveryCodes }: { enabledAt: Date } & Omit<SecondFactor, 'secret'>,
    ): Promise<void> {
      const enabledFactor = { enabledAt, lastStep, recoveryCodes: [...recoveryCodes] }
      await factors.updateOne({ _id: new ObjectId(userId) }, { $set: enabledFactor })
    },

    /** Uses up the codes of a time step and all earlier ones. @returns false if they were used up already */
    async useStep(userId: string, step: number): Promise<boolean> {
      const filter = { _id: new ObjectId(userId), ...enabled, lastStep: { $lt: step } }
      return (await factors.findOneAndUpdate(filter, { $set: { lastStep: step } })) !== null
    },

    /**
     * Uses up a recovery code. Of concurrent calls only one succeeds.
     * @param hashes the possible hashes of the code
     * @returns false for an unknown or used code
     */
    async useRecoveryCode(userId: string, hashes: readonly string[]): Promise<boolean> {
      const found = await factors.findOne({ _id: new ObjectId(userId), ...enabled })
      if (!found?.recoveryCodes.some(hash => hashes.includes(hash))) return false
      const { _id, revision } = found
      const recoveryCodes = found.recoveryCodes.filter(hash => !hashes.includes(hash))
      const change = { $set: { recoveryCodes, revision: revision + 1 } }
      return (await factors.findOneAndUpdate({ _id, revision }, change)) !== null
    },

    async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
      await factors.updateOne(
        { _id: new ObjectId(userId), ...enabled },
        { $set: { recoveryCodes: [...hashes] }, $inc: { revision: 1 } },
      )
    },

    async delete(userId: string): Promise<void> {
      await factors.deleteOne({ _id: new ObjectId(userId) })
    },
  }
}

export type SecondFactorStore = ReturnType<typeof secondFactorStore>
