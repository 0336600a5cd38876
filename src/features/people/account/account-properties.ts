import { Type } from 'typebox'

/** The properties of an account in all responses of REST. */
export const accountProperties = {
  id: Type.String({ description: 'Identifier of the account: 24 hexadecimal digits.' }),
  email: Type.String({ description: 'E-mail address. That of a guest ends with `@guest.invalid`.' }),
  username: Type.String({ description: 'Username, unique regardless of case.' }),
  role: Type.String({ description: 'USER or ADMIN.' }),
  enabled: Type.Boolean({ description: 'False if an administrator has disabled the account.' }),
  verified: Type.Boolean({ description: 'Whether the e-mail address is confirmed.' }),
}
