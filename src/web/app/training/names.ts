import type { AccountFieldsFragment } from '../../../../generated/operations/web-app.js'

type Names = Pick<AccountFieldsFragment, 'firstName' | 'lastName' | 'username'>

/** Users who have not chosen a username have one such as `guest-4k2m9x0qpa`. */
const generatedUsername = /^(user|guest)-[a-z0-9]{10}$/

/** Returns a username that its user has chosen; null for a generated one, which says nothing to people. */
export const chosenUsername = (username: string): string | null =>
  generatedUsername.test(username) ? null : username

/** The name by which the app addresses the user; null if the user has none. */
export const shortName = ({ firstName, username }: Names): string | null =>
  firstName ?? chosenUsername(username)

/** First and last name, or else the username; null if the user has none of them. */
export const fullName = ({ firstName, lastName, username }: Names): string | null =>
  [firstName, lastName].filter(name => name !== null).join(' ') || chosenUsername(username)
