import { signal } from '@preact/signals'
import type { Locale } from '../../../generated/operations/console.js'
import { fromGraphQL, fromResponse, isRecord, NetworkError, ServiceError } from '../../client/errors.js'
import type { TypedText } from '../../client/requests.js'
import type { FactorProof } from '../../client/sign-in.js'
import { readPasskey } from '../shared/passkeys.js'
import { pendingStepUp, waitForStepUp } from '../shared/step-up.js'

interface SessionUser {
  id: string
  email: string
  locale: Locale | null
  /** Whether actions are confirmed with a code instead of the password. */
  isSecondFactorEnabled: boolean
}

interface SessionBody {
  user: SessionUser | null
  csrfToken: string | null
}

/** The signed-in administrator; null if there is none, undefined until it is known. */
export const user = signal<SessionUser | null | undefined>(undefined)
/** Why the session ended or cannot be read. */
export const sessionError = signal<unknown>(null)

/** The token of the session is kept in memory only: a reload reads it again. */
let csrfToken = ''

/** Sends a request to the server of the console. @throws NetworkError */
export async function send(path: string, method: string, body?: object | FormData): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    return await fetch(path, {
      method,
      headers: { 'x-csrf-token': csrfToken, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    })
  } catch (error) {
    throw new NetworkError(String(error))
  }
}

export const readJson = (response: Response): Promise<unknown> => response.json().catch(() => null)

/** Returns the JSON of a response; null if there is none. @throws ServiceError, NetworkError */
export async function sendChecked(path: string, method: string, body?: object | FormData): Promise<unknown> {
  const response = await send(path, method, body)
  const content = response.status === 204 ? null : await readJson(response)
  if (response.ok) return content
  throw fromResponse(response, content)
}

function accept({ user: signedIn, csrfToken: token }: SessionBody): void {
  csrfToken = token ?? ''
  user.value = signedIn
}

function end(error: unknown): void {
  sessionError.value = error
  accept({ user: null, csrfToken: null })
}

export async function loadSession(): Promise<void> {
  try {
    accept((await sendChecked('session', 'GET')) as SessionBody)
  } catch (error) {
    end(error)
  }
}

/** @throws ServiceError, NetworkError */
export async function signIn(
  credentials:
    | { email: string; password: string }
    | ({ secondFactorToken: string } & FactorProof)
    | { challengeId: string; response: unknown },
): Promise<void> {
  const session = (await sendChecked('session', 'POST', credentials)) as SessionBody
  sessionError.value = null
  accept(session)
}

/** @returns false if the user has canceled @throws ServiceError, NetworkError */
export async function signInWithPasskey(): Promise<boolean> {
  const started = await sendChecked('passkey-options', 'POST', {})
  const { challengeId, options } = started as { challengeId: string; options: object }
  const response = await readPasskey(options)
  if (response === null) return false
  await signIn({ challengeId, response })
  return true
}

/** @throws NetworkError */
export async function signOut(): Promise<void> {
  await send('session', 'DELETE')
  end(null)
}

/** Proves the identity of the user, and continues the waiting actions. @throws ServiceError, NetworkError */
export async function confirmIdentity(proof: { password: string } | FactorProof): Promise<void> {
  await sendChecked('step-up', 'POST', proof).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'INVALID_CREDENTIALS') throw error
    throw new ServiceError({
      code: 'password' in proof ? 'WRONG_PASSWORD' : 'INVALID_CODE',
      message: error.message,
    })
  })
  pendingStepUp.value?.confirm()
}

async function post<Data>(query: string, variables: object): Promise<Data> {
  const response = await send('graphql', 'POST', { query, variables })
  const body = await readJson(response)
  if (!isRecord(body)) throw new NetworkError(`The response has the status ${response.status}.`)
  const [problem] = (body['errors'] ?? []) as Parameters<typeof fromGraphQL>[0][]
  if (problem) throw fromGraphQL(problem)
  if (!isRecord(body['data'])) throw fromResponse(response, body)
  return body['data'] as Data
}

/** Executes an operation, after a step-up if the action requires it. @throws ServiceError, NetworkError */
export async function request<Data, Variables extends object>(
  operation: TypedText<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const query = operation.toString()
  try {
    return await post<Data>(query, variables)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'STEP_UP_REQUIRED') {
      // The second factor may have been turned on or off in another window.
      await loadSession()
      // Without a session, the page asks for a sign-in instead.
      if (!user.value || !(await waitForStepUp())) throw error
      return post<Data>(query, variables)
    }
    if (error.code === 'UNAUTHENTICATED') end(error)
    else if (error.code === 'FORBIDDEN') {
      // The role may have been removed.
      await loadSession()
      if (user.value === null) sessionError.value = error
    }
    throw error
  }
}
