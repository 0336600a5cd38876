import { signal } from '@preact/signals'

/** The page to which a provider returns. The service serves the app there. */
const returnPath = 'sign-in'

/** What a provider has returned to the app, until it is handled; null if the app was opened otherwise. */
export interface ProviderReturn {
  code: string | null
  state: string
  /** `access_denied` if the user has refused; null with a code. */
  error: string | null
}

export const redirectUri = (): string => new URL(returnPath, folderOf(location.href)).href

/** Takes the answer of a provider out of the address of the page. */
export function takeProviderReturn(): ProviderReturn | null {
  const { pathname, searchParams } = new URL(location.href)
  if (!pathname.endsWith(`/${returnPath}`)) return null
  history.replaceState(null, '', folderOf(location.href))
  const { code, state, error } = Object.fromEntries(searchParams) as Record<string, string | undefined>
  return { code: code ?? null, state: state ?? '', error: error ?? null }
}

/** Such as `Google` for `google`. */
export const providerName = (provider: string): string =>
  `${provider.slice(0, 1).toUpperCase()}${provider.slice(1).toLowerCase()}`

/** Returns the folder of an address, without its query and fragment: the address of the app. */
const folderOf = (address: string): string => new URL('.', address.split(/[?#]/)[0]).href

/** The answer of a provider that waits until the user is known. */
export const providerReturn = signal<ProviderReturn | null>(null)
