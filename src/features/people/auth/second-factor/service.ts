import { renderSVG } from 'uqr'
import { AppError, conflict } from '../../../../errors.js'
import { decrypt, deriveKey, encrypt } from '../../../../lib/encryption.js'
import { fairSemaphore } from '../../../../lib/fair-semaphore.js'
import type { Database } from '../../../../platform/database/database.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { SessionCache } from '../sign-in/session-cache.js'
import type { SessionStore } from '../sign-in/session-store.js'
import type { StepUpService } from '../step-up/service.js'
import {
  earlierRecoveryCodeHash,
  newRecoveryCodes,
  newSecret,
  normalizeCode,
  otpauthUri,
  recoveryCodeHash,
  stepOf,
} from './codes.js'
import type { SecondFactor, SecondFactorStore } from './store.js'

interface Dependencies {
  account: Pick<AccountService, 'get'>
  audit: Pick<AuditService, 'record'>
  store: SecondFactorStore
  sessions: Pick<SessionStore, 'recordStepUp' | 'clearSecondFactor'>
  sessionCache: Pick<SessionCache, 'publishEnded'>
  stepUp: Pick<StepUpService, 'assertRecent'>
  notices: Pick<SecurityNotices, 'enqueue'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  /** Encrypts the secrets of authenticator apps, together with the identifier of the user. */
  encryptionSecret: string
  /** The name that authenticator apps show. */
  issuer: string
  clock: () => Date
}

/** Exactly one of both: a code of the authenticator app, or a recovery code. */
export type FactorProof = { code: string } | { recoveryCode: string }

/** A proof that can be compared quickly, in a transaction. */
export type PreparedProof = { code: string } | { recoveryCodeHashes: readonly string[] }

type SessionViewer = Pick<Viewer, 'id' | 'sessionId'>

interface SecondFactorState {
  isEnabled: boolean
  enabledAt: Date | null
  recoveryCodesLeft: number
}

/** The second factor of users: an authenticator app, and recovery codes for when it is lost. */
export function secondFactorService(dependencies: Dependencies) {
  const { account, audit, store, sessions, sessionCache, stepUp, notices, database } = dependencies
  const { encryptionSecret, issuer, clock } = dependencies
  const keyOf = (userId: string) => deriveKey(encryptionSecret, `second-factor:${userId}`)
  // Hashing occupies a thread of the pool that also reads and writes files.
  const hashSemaphore = fairSemaphore({ permits: 1, permitsPerKey: 1 })
  const hashCode = (userId: string, code: string) =>
    hashSemaphore.run(userId, () => recoveryCodeHash(userId, code))

  /** Returns null if the secret was encrypted with another key: then only recovery codes are accepted. */
  function decryptSecret(userId: string, { secret }: SecondFactor): string | null {
    try {
      return decrypt(keyOf(userId), secret)
    } catch {
      return null
    }
  }

  async function findEnabled(userId: string): Promise<SecondFactor | null> {
    const found = await store.find(userId)
    return found?.enabledAt ? found : null
  }

  /** Hashes a recovery code, which is slow. Call it before the transaction. */
  async function prepare(userId: string, proof: FactorProof): Promise<PreparedProof> {
    if ('code' in proof) return proof
    const { recoveryCode } = proof
    const hash = await hashCode(userId, recoveryCode)
    return { recoveryCodeHashes: [hash, earlierRecoveryCodeHash(recoveryCode)] }
  }

  /** Uses up a code or a recovery code. Call it in a transaction. @returns false for a wrong or used one */
  async function consume(userId: string, proof: PreparedProof, client: Client): Promise<boolean> {
    if ('recoveryCodeHashes' in proof) {
      if (!(await store.useRecoveryCode(userId, proof.recoveryCodeHashes))) return false
      await audit.record({ actor: userId, subject: userId, action: 'RECOVERY_CODE_USED', client })
      return true
    }
    const factor = await findEnabled(userId)
    const secret = factor && decryptSecret(userId, factor)
    const step = secret === null ? null : stepOf(secret, normalizeCode(proof.code), clock())
    return step !== null && store.useStep(userId, step)
  }

  /** Checks the first code of an authenticator app. @returns its time step. @throws AppError ALREADY_ENABLED, INVALID_CODE */
  async function checkFirstCode(userId: string, code: string): Promise<number> {
    const factor = await store.find(userId)
    if (factor?.enabledAt) throw alreadyEnabled()
    const secret = factor && decryptSecret(userId, factor)
    const step = secret === null ? null : stepOf(secret, normalizeCode(code), clock())
    if (step === null) throw invalidCode('input.code')
    return step
  }

  /** Creates recovery codes and their hashes. */
  async function createRecoveryCodes(userId: string): Promise<{ recoveryCodes: string[]; hashes: string[] }> {
    const recoveryCodes = newRecoveryCodes()
    const hashes = await Promise.all(recoveryCodes.map(code => hashCode(userId, code)))
    return { recoveryCodes, hashes }
  }

  /** Removes the factor, and notifies the user if it was on. Call it in a transaction. */
  async function remove(userId: string, actor: string, client: Client): Promise<void> {
    const isEnabled = (await findEnabled(userId)) !== null
    await store.delete(userId)
    if (!isEnabled) return
    await sessions.clearSecondFactor(userId)
    database.afterCommit(() => sessionCache.publishEnded(userId, []))
    await audit.record({ actor, subject: userId, action: 'SECOND_FACTOR_DISABLED', client })
    // An administrator's language may not be that of the user.
    await notices.enqueue(userId, 'SECOND_FACTOR_DISABLED', actor === userId ? client : null)
  }

  return {
    prepare,
    consume,

    async state(userId: string): Promise<SecondFactorState> {
      const factor = await findEnabled(userId)
      return {
        isEnabled: factor !== null,
        enabledAt: factor?.enabledAt ?? null,
        recoveryCodesLeft: factor?.recoveryCodes.length ?? 0,
      }
    },

    /**
     * Creates the secret of an authenticator app. It replaces one that was not confirmed.
     * @throws AppError STEP_UP_REQUIRED; CONFLICT if a second factor is on
     */
    async start(viewer: SessionViewer): Promise<{ secret: string; uri: string; qrCode: string }> {
      await stepUp.assertRecent(viewer)
      const { id } = viewer
      const { email } = await account.get(id)
      const secret = newSecret()
      await database.transaction(id, async () => {
        if (await findEnabled(id)) throw alreadyEnabled()
        await store.start(id, encrypt(keyOf(id), secret))
      })
      const uri = otpauthUri(secret, issuer, email)
      return { secret, uri, qrCode: renderSVG(uri, { border: 2 }) }
    },

    /**
     * Turns the second factor on with a first code of the authenticator app. Counts as a step-up.
     * @returns the recovery codes, which are returned here only
     * @throws AppError STEP_UP_REQUIRED, INVALID_CODE; CONFLICT if a second factor is on
     */
    async confirm(viewer: SessionViewer, code: string, client: Client): Promise<string[]> {
      await stepUp.assertRecent(viewer)
      const { id } = viewer
      // Requests that are refused must not cost slow hashes.
      await checkFirstCode(id, code)
      const { recoveryCodes, hashes } = await createRecoveryCodes(id)
      await database.transaction(id, async () => {
        // The transaction may run again after a commit with an unknown outcome.
        if ((await findEnabled(id))?.recoveryCodes[0] === hashes[0]) return
        // The session may have ended while the codes were hashed.
        await stepUp.assertRecent(viewer)
        const step = await checkFirstCode(id, code)
        const now = clock()
        await store.enable(id, { enabledAt: now, lastStep: step, recoveryCodes: hashes })
        await sessions.recordStepUp(viewer.sessionId, id, now, { hasSecondFactor: true })
        await audit.record({ actor: id, subject: id, action: 'SECOND_FACTOR_ENABLED', client })
        await notices.enqueue(id, 'SECOND_FACTOR_ENABLED', client)
        database.afterCommit(() => sessionCache.publishEnded(id, []))
      })
      return recoveryCodes
    },

    /** Replaces all recovery codes. @throws AppError STEP_UP_REQUIRED; CONFLICT without a second factor */
    async replaceRecoveryCodes(viewer: SessionViewer, client: Client): Promise<string[]> {
      const { id } = viewer
      // Requests that are refused must not cost slow hashes.
      await stepUp.assertRecent(viewer)
      if (!(await findEnabled(id))) throw notEnabled()
      const { recoveryCodes, hashes } = await createRecoveryCodes(id)
      await database.transaction(id, async () => {
        await stepUp.assertRecent(viewer)
        const factor = await findEnabled(id)
        if (!factor) throw notEnabled()
        // The transaction may run again after a commit with an unknown outcome.
        if (factor.recoveryCodes[0] === hashes[0]) return
        await store.replaceRecoveryCodes(id, hashes)
        await audit.record({ actor: id, subject: id, action: 'RECOVERY_CODES_REPLACED', client })
      })
      return recoveryCodes
    },

    /** Turns the second factor off. Without one, nothing changes. @throws AppError STEP_UP_REQUIRED */
    async disable(viewer: SessionViewer, client: Client): Promise<void> {
      await database.transaction(viewer.id, async () => {
        await stepUp.assertRecent(viewer)
        await remove(viewer.id, viewer.id, client)
      })
    },

    /** Removes the second factor of a user who has lost it. Call it in a transaction. */
    reset: remove,

    erase: (userId: string): Promise<void> => store.delete(userId),
  }
}

export type SecondFactorService = ReturnType<typeof secondFactorService>

export const invalidCode = (field: string) =>
  new AppError('INVALID_CODE', 'The code is wrong or was used already. Enter the current one.', {
    field,
  })

const notEnabled = () => conflict('The second factor is off. Turn it on first.')

const alreadyEnabled = () =>
  new AppError('ALREADY_ENABLED', 'The second factor is on already. Turn it off to set up another app.')
