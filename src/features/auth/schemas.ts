import { Type } from 'typebox'

// No column, log or hash keeps a null byte.
const text = '^[^\\u0000]*$'

export const Email = Type.String({
  description: 'E-mail address, in any case.',
  format: 'email',
  maxLength: 254,
  examples: ['demo@example.com'],
})

const AnyPassword = Type.String({ description: 'Password.', minLength: 1, maxLength: 1024, pattern: text })
const NewPassword = Type.String({
  description:
    'New password: 8 to 72 bytes of UTF-8, not a common one, not the e-mail address or the username.',
  maxLength: 1024,
  pattern: text,
})
const Token = Type.String({ minLength: 1, maxLength: 4096 })
const Name = (description: string) => Type.String({ description, maxLength: 400 })

const closed = { additionalProperties: false }

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
  closed,
)
export const LoginBody = Type.Object({ email: Email, password: AnyPassword }, closed)
export const EmailBody = Type.Object({ email: Email }, closed)
export const MailTokenBody = Type.Object({ token: Token }, closed)
export const ResetPasswordBody = Type.Object({ token: Token, password: NewPassword }, closed)
export const RefreshTokenBody = Type.Object({ refreshToken: Token }, closed)

const RoleName = Type.String({ description: 'USER or ADMIN.' })

export const LoginAnswer = Type.Object({
  accessToken: Type.String({ description: 'JWT for `Authorization: Bearer …`.' }),
  refreshToken: Type.String({ description: 'JWT to be exchanged at /auth/refresh.' }),
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    username: Type.String(),
    role: RoleName,
    enabled: Type.Boolean(),
    verified: Type.Boolean(),
  }),
})

export const RefreshAnswer = Type.Object({ accessToken: Type.String() })

export const Accepted = Type.Object({ message: Type.String() })
