import { Type } from 'typebox'

const body = (title: string) => ({ title, additionalProperties: false })
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) })

const ChallengeId = text(100, '`challengeId` of the options.')
/** The longest identifier has 1,023 bytes. */
const CredentialId = text(1364)
const clientDataLength = 8192

/** The keys of WebAuthn's JSON that differ between browsers are ignored. */
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  clientExtensionResults: Type.Optional(Type.Object({}, { maxProperties: 50 })),
}

export const RegistrationBody = Type.Object(
  {
    challengeId: ChallengeId,
    name: Type.Optional(text(400, 'Name for the list of passkeys, 1 to 100 characters. Default: `Passkey`.')),
    response: Type.Object(
      {
        ...credential,
        response: Type.Object({
          clientDataJSON: text(clientDataLength),
          attestationObject: text(32_768),
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
        }),
      },
      { description: 'The credential of `navigator.credentials.create()` as JSON.' },
    ),
  },
  body('PasskeyRegistration'),
)

export const AuthenticationBody = Type.Object(
  {
    challengeId: ChallengeId,
    response: Type.Object(
      {
        ...credential,
        response: Type.Object({
          clientDataJSON: text(clientDataLength),
          authenticatorData: text(8192),
          signature: text(4096),
          userHandle: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
        }),
      },
      { description: 'The credential of `navigator.credentials.get()` as JSON.' },
    ),
  },
  body('PasskeyAuthentication'),
)

export const NameBody = Type.Object({ name: text(400, '1 to 100 characters.') }, body('PasskeyName'))

export const PasskeyId = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-f]{24}$',
    description: 'Identifier of the passkey: 24 hexadecimal digits.',
  }),
})

export const Options = Type.Object(
  {
    challengeId: Type.String({
      description: 'Send it with the response. It is valid for five minutes and one attempt.',
    }),
    options: Type.Object({}, { additionalProperties: true, description: 'The options of WebAuthn as JSON.' }),
  },
  { title: 'PasskeyOptions', description: 'The options for the authenticator.' },
)

const passkey = {
  id: Type.String({ description: 'Identifier: 24 hexadecimal digits.' }),
  name: Type.String({ description: 'Name that the user has chosen.' }),
  createdAt: Type.String({ format: 'date-time', description: 'When the passkey was added.' }),
  lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the user last signed in with it; null if never.',
  }),
}

export const PasskeyResponse = Type.Object(passkey, { title: 'Passkey', description: 'The passkey.' })

export const PasskeyList = Type.Object(
  { passkeys: Type.Array(Type.Object(passkey), { description: 'The passkeys, the oldest first.' }) },
  { title: 'Passkeys', description: 'The passkeys, the oldest first.' },
)
