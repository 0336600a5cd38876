import { Type } from 'typebox'
import type { ErrorCode } from '../../../errors.js'
import { restErrors } from '../../../http/errors.js'
import { accountProperties } from '../account/account-properties.js'
import { Email } from './email.js'
import { AnyPassword, noNullBytes } from './passwords/password.js'

/** Limits requests per address. Counted per guest, a client could send more mails with each further guest. */
export const limitedPerAddress = { rateLimitKey: 'address' } as const

export const NoContent = Type.Null({ description: 'The request succeeded.' })

/** The error responses of a route that reads a body. */
export const onErrors = (...codes: ErrorCode[]) =>
  restErrors('VALIDATION_ERROR', ...codes, 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE')

const NewPassword = Type.String({
  description:
    'New password: 8 to 72 bytes of UTF-8, not a common password, and not equal to the e-mail address or the username.',
  maxLength: 1024,
  pattern: noNullBytes,
})
const token = (description: string) => Type.String({ description, minLength: 1, maxLength: 4096 })
const MailToken = token('Token of the link in the mail.')
const Name = (description: string) => Type.String({ description, maxLength: 400 })

const body = (title: string) => ({ title, additionalProperties: false })

export const RegisterBody = Type.Object(
  {
    email: Email,
    password: NewPassword,
    username: Name(
      '3 to 30 letters of one script, digits, dots, hyphens or underscores, with a letter or digit at both ends; no web address, no reserved name; unique.',
    ),
    firstName: Type.Optional(Name('At most 100 characters.')),
    lastName: Type.Optional(Name('At most 100 characters.')),
  },
  body('Registration'),
)
export const LoginBody = Type.Object({ email: Email, password: AnyPassword }, body('Credentials'))
export const EmailBody = Type.Object({ email: Email }, body('EmailAddress'))
export const MailTokenBody = Type.Object({ token: MailToken }, body('MailToken'))
export const ResetPasswordBody = Type.Object(
  { token: MailToken, password: NewPassword },
  body('PasswordReset'),
)
export const CodeBody = Type.Object(
  {
    challenge: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: '`challenge` of the response of `POST /auth/code` or `POST /auth/register`.',
    }),
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The six digits of the mail. Spaces are ignored.',
      examples: ['042137'],
    }),
  },
  body('CodeVerification'),
)
const RecoveryCode = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A recovery code. Each works once. Hyphens, spaces and the case do not matter.',
  examples: ['k7dmq-x2w9h'],
})

export const factorProofProperties = {
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The six digits of the authenticator app. Spaces are ignored.',
      examples: ['042137'],
    }),
  ),
  recoveryCode: Type.Optional(RecoveryCode),
}

export const FactorProofBody = Type.Object(factorProofProperties, body('FactorProof'))

export const SecondFactorBody = Type.Object(
  {
    secondFactorToken: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: '`secondFactorToken` of the error SECOND_FACTOR_REQUIRED.',
    }),
    ...factorProofProperties,
  },
  body('SecondFactor'),
)
export const StepUpBody = Type.Object(
  {
    password: Type.Optional(AnyPassword),
    challenge: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: '`challenge` of the response of `POST /auth/code`, together with `code`.',
      }),
    ),
    recoveryCode: Type.Optional(RecoveryCode),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The six digits of the authenticator app, or of a mail together with `challenge`. Spaces are ignored.',
        examples: ['042137'],
      }),
    ),
  },
  body('StepUp'),
)
export const SignInMethods = Type.Object(
  {
    providers: Type.Array(Type.String(), {
      description:
        'Names of the OpenID Connect providers in lower case, such as `google`, in the order of their buttons.',
    }),
    registration: Type.Boolean({ description: 'Whether people can create accounts.' }),
    guests: Type.Boolean({ description: 'Whether people can use the service as guests.' }),
  },
  { title: 'SignInMethods', description: 'The ways to sign in.' },
)

export const GuestBody = Type.Object(
  {
    guestToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'The token of a guest, to sign in again. Without it, a new guest is created.',
      }),
    ),
  },
  body('Guest'),
)
export const RefreshTokenBody = Type.Object(
  { refreshToken: token('Refresh token of the response to the sign-in.') },
  body('RefreshToken'),
)

const AccessToken = Type.String({
  description: 'Access token (JWT). Send it as `Authorization: Bearer <token>`.',
})

export const LoginResponse = Type.Object(
  {
    accessToken: AccessToken,
    refreshToken: Type.String({
      description: 'Refresh token (JWT). Exchange it for a new access token at `POST /auth/refresh`.',
    }),
    user: Type.Object(
      {
        ...accountProperties,
      },
      { title: 'Account' },
    ),
  },
  { title: 'Session', description: 'The tokens and the account that signed in.' },
)

export const GuestLogin = Type.Object(
  {
    ...LoginResponse.properties,
    guestToken: Type.String({
      description: 'Signs in as the guest again. Keep it on the device: it is returned here only.',
    }),
  },
  { title: 'GuestSession', description: 'The tokens and the account of a new guest.' },
)

export const RefreshResponse = Type.Object(
  { accessToken: AccessToken },
  { title: 'AccessToken', description: 'A new access token.' },
)

const challengeProperties = {
  challenge: Type.String({
    description:
      'Send it with the code to `POST /auth/code/verify`. Keep it on the device that sent this request.',
  }),
  expiresAt: Type.String({ format: 'date-time', description: 'When the code expires: after ten minutes.' }),
}
const Message = Type.String({
  description: 'Message that says what happens next, to show to the user.',
})

export const CodeChallenge = Type.Object(challengeProperties, {
  title: 'CodeChallenge',
  description: 'The request was accepted. If the address has an account, a code is on its way.',
})

export const Registered = Type.Object(
  { message: Message, ...challengeProperties },
  { title: 'Registered', description: 'The registration was accepted. The next step arrives by mail.' },
)

export const Accepted = Type.Object(
  { message: Message },
  { title: 'Accepted', description: 'The request was accepted. The next step arrives by mail.' },
)
