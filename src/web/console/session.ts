import { signal } from '@preact/signals'
import type { Locale } from '../../../generated/operations/console.js'
import { fromGraphQL, fromResponse, isRecord, NetworkError, ServiceError } from '../../client/errors.js'
import type { TypedText } from '../../client/requests.js'
import type { FactorProof } from '../../client/sign-in.js'
import { readPasskey } from '../shared/passkeys.js'

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

interface PendingStepUp {
  confirm(): void
  cancel(): void
}

/** The step-up that an action waits for; null if none does. */
export const stepUp = signal<PendingStepUp | null>(null)

/** Sends a request to the server of the console. @throws NetworkError */
async function send(path: string, method: string, body?: object | FormData): Promise<Response> {
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

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => null)

/** @throws ServiceError, NetworkError */
async function sendChecked(path: string, method: string, body?: object | FormData): Promise<unknown> {
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

/** Confirms the waiting action. @throws ServiceError, NetworkError */
export async function confirmIdentity(proof: { password: string } | FactorProof): Promise<void> {
  await sendChecked('step-up', 'POST', proof).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'INVALID_CREDENTIALS') throw error
    throw new ServiceError({
      code: 'password' in proof ? 'WRONG_PASSWORD' : 'INVALID_CODE',
      message: error.message,
    })
  })
  stepUp.value?.confirm()
}

/** Waits until the user has entered the password. @throws the error if the user cancels */
function waitForStepUp(error: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      stepUp.value = null
    }
    stepUp.value = {
      confirm: () => {
        finish()
        resolve()
      },
      cancel: () => {
        finish()
        reject(error)
      },
    }
  })
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

/** Executes an operation. Asks for the password if the action requires it. @throws ServiceError, NetworkError */
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
      await waitForStepUp(error)
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

/** Uploads a picture of an exercise. @returns its identifier @throws ServiceError, NetworkError */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file)
  const body = (await sendChecked('exercise-images', 'POST', form)) as { data: { assetId: string } }
  return body.data.assetId
}

export interface ImportResult {
  added: number
  changed: number
  unchanged: number
  ignored: number
  skipped: number
  addedNames: string[]
  changedNames: string[]
  ignoredNames: string[]
  skippedRecords: { record: string; reason: string }[]
}

type ImportLine =
  | { type: 'progress'; done: number; total: number }
  | { type: 'result'; data: ImportResult }
  | { type: 'error'; code: string; message: string }

const importForm = (file: File, dryRun: boolean): FormData => {
  const form = new FormData()
  form.append('dryRun', String(dryRun))
  form.append('file', file)
  return form
}

/** Returns what the import of a file with exercises would do. @throws ServiceError, NetworkError */
export async function previewImport(file: File): Promise<ImportResult> {
  const body = (await sendChecked('exercise-imports', 'POST', importForm(file, true))) as {
    data: ImportResult
  }
  return body.data
}

/** Imports a file with exercises. @throws ServiceError, NetworkError */
export async function importExercises(
  file: File,
  onProgress: (done: number, total: number) => void,
): Promise<ImportResult> {
  const response = await send('exercise-imports', 'POST', importForm(file, false))
  if (!response.ok || response.body === null) throw fromResponse(response, await readJson(response))
  for await (const line of readLines(response.body)) {
    if (line.type === 'progress') onProgress(line.done, line.total)
    else if (line.type === 'result') return line.data
    else throw new ServiceError(line)
  }
  throw new NetworkError('The response ended before the import.')
}

/** Yields the lines of a response. @throws NetworkError if the connection is lost */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<ImportLine> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new NetworkError(String(error))
    })
    if (done) return
    const lines = (text + value).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ImportLine
  }
}
