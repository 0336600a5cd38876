import { Type } from 'typebox'
import { AnyPassword } from '../passwords/password.js'
import { factorProofProperties } from '../schemas.js'

const body = (title: string) => ({ title, additionalProperties: false })

export const Provider = Type.Object({
  provider: Type.String({
    maxLength: 20,
    description: 'Name of the provider in lower case, such as `google`.',
    examples: ['google'],
  }),
})

const IdToken = Type.String({
  minLength: 1,
  maxLength: 16_384,
  description: 'ID token of the provider (JWT).',
})

const Nonce = Type.String({
  minLength: 16,
  maxLength: 255,
  description:
    'The nonce of the request to the provider. The ID token contains it, or its SHA-256 in hexadecimal digits.',
})

export const IdTokenBody = Type.Object(
  {
    idToken: IdToken,
    nonce: Nonce,
    name: Type.Optional(
      Type.Object(
        {
          firstName: Type.Optional(Type.String({ maxLength: 400, description: 'At most 100 characters.' })),
          lastName: Type.Optional(Type.String({ maxLength: 400, description: 'At most 100 characters.' })),
        },
        {
          additionalProperties: false,
          description:
            'The name for a new account, which Apple returns to the app only at the first sign-in.',
        },
      ),
    ),
    authorizationCode: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          'The code that Apple returns with the ID token. With it, the service revokes its access when the account is deleted.',
      }),
    ),
  },
  body('IdToken'),
)

export const LinkBody = Type.Object(
  {
    linkToken: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: '`linkToken` of the error LINK_REQUIRED.',
    }),
    password: Type.Optional(AnyPassword),
  },
  body('IdentityLink'),
)

export const MailedLinkBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 4096 }), ...factorProofProperties },
  body('MailedIdentityLink'),
)

const Pkce = { minLength: 43, maxLength: 128, pattern: '^[\\w.~-]+$' }

export const StartQuery = Type.Object({
  redirectUri: Type.String({
    maxLength: 2048,
    description:
      'Where the sign-in returns: one of `OIDC_REDIRECT_URIS`, or the page `/app/sign-in` of the web app.',
  }),
  codeChallenge: Type.String({
    pattern: '^[\\w-]{43}$',
    description: 'The PKCE challenge: the SHA-256 of `codeVerifier` in base64url.',
  }),
  state: Type.Optional(
    Type.String({
      maxLength: 1024,
      // With other characters, the cookie could exceed the 4,096 bytes that browsers store.
      pattern: '^[ -~]*$',
      description: 'Returned unchanged, so that the app recognizes its request. Printable ASCII characters.',
    }),
  ),
})

const optional = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }))

/** The parameters of providers differ; unknown ones are ignored. */
export const CallbackParameters = Type.Object({
  state: optional(1024, 'The state of the request to the provider.'),
  code: optional(4096, 'The authorization code, after a successful sign-in.'),
  error: optional(1024, 'The error code of the provider, after a failed sign-in.'),
  iss: optional(1024, 'The issuer, if the provider sends it (RFC 9207).'),
  user: optional(4096, 'The name of the user as JSON, which Apple sends only with the first sign-in.'),
})

export const ExchangeBody = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'The code with which the sign-in returned.',
    }),
    codeVerifier: Type.String({ ...Pkce, description: 'The PKCE verifier: 43 to 128 characters.' }),
  },
  body('SignInCode'),
)
