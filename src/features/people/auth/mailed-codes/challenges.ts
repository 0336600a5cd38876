import { createHmac, randomInt } from 'node:crypto'
import { minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { sha256 } from '../../../../lib/sha256.js'
import { constantTimeEqual } from '../../../../lib/signature.js'
import { foldCase } from '../../../../lib/text.js'
import type { CodeChallenge, CodeChallengeStore, CodePurpose } from './store.js'

const codeLifetime = 10 * minutes
const codeLength = 6
const maxAttempts = 5

interface Dependencies {
  store: CodeChallengeStore
  clock: () => Date
}

/** The answer to every request for a code, for known and unknown addresses alike. */
export interface CodeRequest {
  /** 256 random bits that only the client that requested the code knows. */
  challenge: string
  expiresAt: Date
}

interface ChallengeOptions extends CodeRequest {
  /** The address to which the code is mailed. */
  email: string
  purpose: CodePurpose
  /** The account to which the code is mailed; null if it is not known yet, or if there is none. */
  userId: string | null
  /** True if a guest wants to use the address. */
  isForGuest?: boolean
}

/** Creates and checks codes, which are valid only together with their challenge. */
export function codeChallenges({ store, clock }: Dependencies) {
  return {
    newRequest: (): CodeRequest => ({
      challenge: randomToken(),
      expiresAt: new Date(clock().getTime() + codeLifetime),
    }),

    /** Creates a code of six digits. */
    async createCode({
      challenge,
      expiresAt,
      email,
      purpose,
      userId,
      isForGuest = false,
    }: ChallengeOptions): Promise<{ challengeId: string; code: string }> {
      const code = randomInt(10 ** codeLength)
        .toString()
        .padStart(codeLength, '0')
      const challengeId = await store.create({
        challengeHash: sha256(challenge),
        codeHash: codeHashOf(challenge, code),
        emailHash: emailHashOf(email),
        purpose,
        userId,
        ...(isForGuest && { newEmail: email }),
        expiresAt,
      })
      return { challengeId, code }
    },

    /** Counts an attempt, and compares the code. @returns null for an unknown challenge */
    async tryCode(
      challenge: string,
      code: string,
    ): Promise<{ found: CodeChallenge; isCorrect: boolean } | null> {
      const found = await store.countAttempt(sha256(challenge), clock(), maxAttempts)
      return found && { found, isCorrect: constantTimeEqual(found.codeHash, codeHashOf(challenge, code)) }
    },

    /** Whether the code of a challenge was mailed to this address. */
    wasSentTo: ({ emailHash }: CodeChallenge, email: string): boolean => emailHash === emailHashOf(email),

    assign: store.assign,
    consume: store.consume,
    deleteAll: store.deleteAll,
  }
}

export type CodeChallenges = ReturnType<typeof codeChallenges>

const emailHashOf = (email: string) => sha256(foldCase(email))
const codeHashOf = (challenge: string, code: string) =>
  createHmac('sha256', challenge).update(code).digest('base64url')
