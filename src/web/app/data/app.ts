import { batch, computed, signal } from '@preact/signals'
import {
  ChangesAvailableDocument,
  type ChangesQuery,
  ChangesDocument,
  LinkIdentityDocument,
  SyncDocument,
  type AccountFieldsFragment,
  type FavoriteExerciseInput,
  type GoalInput,
  type LengthUnit,
  type UpdateProfileInput,
} from '../../../../generated/operations/web-app.js'
import {
  createClient,
  fromResponse,
  newId,
  NetworkError,
  ServiceError,
  type Client,
  type FactorProof,
  type MailedCode,
  type ClientStorage,
  type OfflineRecord,
  type ProviderProof,
  type SignInMethods,
  type OfflineRecords,
  type Operation,
  type SyncProblem,
} from '../../../client/index.js'
import { createPasskey, readPasskey } from '../../shared/passkeys.js'
import { describe } from '../errors.js'
import { profileLocale } from '../i18n.js'
import { toShownGoal, type Goal } from '../training/goals.js'
import { toRoutine, type Routine } from '../training/routines.js'
import { toWorkout, type Workout } from '../training/workout.js'
import { providerReturn, redirectUri, takeProviderReturn, type ProviderReturn } from './provider-sign-in.js'
import {
  clearExceptSession,
  finishClosedWindows,
  isOwnedByAnother,
  openWindowStorage,
  ownerKey,
} from './window-storage.js'

type StoredRecord = NonNullable<NonNullable<ChangesQuery['changes']>['changes'][number]['record']>

/** Defined by the build. */
declare const APP_VERSION: string

/** The app is served below the address of the service. */
const baseUrl = new URL('..', location.href.split(/[?#]/)[0]).href
const documents = { sync: SyncDocument, changes: ChangesDocument }

export const phase = signal<'starting' | 'signedOut' | 'ready'>('starting')
export const connection = signal<'online' | 'offline'>(navigator.onLine ? 'online' : 'offline')
/** The user whose data the app shows; null while no user is signed in. */
export const userId = signal<string | null>(null)
/** True if the service refuses everything but a restoration, because the user has deleted the account. */
export const isDeletionPending = signal(false)
/** Why the last synchronization was refused; null if it was not. */
export const syncError = signal<string | null>(null)
/** A write that the service has refused, until the user has seen it. */
interface RefusedWrite extends Pick<SyncProblem, 'operations' | 'result'> {
  key: string
  /** Removes it from the device. */
  resolve(): Promise<void>
}

export const refusedWrites = signal<RefusedWrite[]>([])
/** False until the records of the user have arrived on this device for the first time. */
export const hasRecords = signal(false)

/** Changes with each change of the records on this device. */
const revision = signal(0)
let client: Client
let storage: ClientStorage
let records: OfflineRecords<StoredRecord> | undefined
let stopEvents: () => void = () => undefined

export const request: Client['request'] = (operation, variables) => client.request(operation, variables)

/** @returns a function that ends the subscription */
export const subscribe: Client['subscribe'] = (operation, variables, subscriber) =>
  client.subscribe(operation, variables, subscriber)

/** Sends a form to a REST route. @returns the field `data` of the response @throws NetworkError, ServiceError */
export async function postForm(path: string, body: FormData): Promise<unknown> {
  const response = await client.fetch(path, { method: 'POST', body })
  const { data, error } = (await response.json().catch(() => ({}))) as {
    data?: unknown
    error?: ConstructorParameters<typeof ServiceError>[0]
  }
  if (error) throw new ServiceError(error)
  if (!response.ok) throw new NetworkError(`The response has the status ${response.status}.`)
  return data
}

/** Reads all data of the user as an archive. @throws NetworkError, ServiceError */
export async function readExport(): Promise<Blob> {
  const response = await client.fetch('/api/exports/mine')
  if (!response.ok) throw new NetworkError(`The response has the status ${response.status}.`)
  return response.blob()
}

/** Values that the app keeps on the device next to the records. */
export const kept = {
  read: (key: string): Promise<unknown> => storage.get(`app/${key}`),
  write: (key: string, value: unknown): Promise<void> => storage.write([{ key: `app/${key}`, value }]),
}

const createAppClient = (storage: ClientStorage, onSignedOut: () => void): Client =>
  createClient({ baseUrl, storage, app: { name: 'web-app', version: APP_VERSION }, onSignedOut })

export async function start(): Promise<void> {
  providerReturn.value = takeProviderReturn()
  storage = await openWindowStorage()
  client = createAppClient(storage, showSignIn)
  addEventListener('online', () => void reconnect())
  addEventListener('offline', () => (connection.value = 'offline'))
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void synchronize()
  })
  if ((await client.userId()) === null) phase.value = 'signedOut'
  else await open()
  void finishClosedWindows(finishClosedWindow).catch(() => undefined)
}

/** Sends what a closed window did not send. Resolves when the user has seen all writes of it that were refused. */
async function finishClosedWindow(other: ClientStorage): Promise<void> {
  const closed = createAppClient(other, () => undefined)
  if ((await closed.userId()) === null) return
  const seen: Promise<void>[] = []
  const opened = await closed.openOffline({
    documents,
    onProblem: problem => seen.push(report(problem, id => opened.resolve(id))),
  })
  await opened.synchronize()
  await Promise.all(seen)
}

/** Shows a refused write. @returns a promise that resolves when the user has seen it */
const report = ({ id, operations, result }: SyncProblem, remove: (id: string) => Promise<void>) =>
  new Promise<void>(resolveSeen => {
    const refused: RefusedWrite = {
      ...{ key: newId(), operations, result },
      async resolve() {
        await remove(id)
        refusedWrites.value = refusedWrites.value.filter(other => other !== refused)
        resolveSeen()
      },
    }
    refusedWrites.value = [...refusedWrites.value, refused]
  })

async function open(): Promise<void> {
  const signedIn = await client.userId()
  if (await isOwnedByAnother(storage, signedIn)) {
    await clearExceptSession(storage)
    location.reload()
    return
  }
  await storage.write([{ key: ownerKey, value: signedIn ?? undefined }])
  const opened = await client.openOffline({
    documents,
    onProblem: problem => void report(problem, id => opened.resolve(id)),
    onChange: () => revision.value++,
  })
  records = opened
  hasRecords.value = (await kept.read('hasRecords')) === true
  batch(() => {
    userId.value = signedIn
    revision.value++
    phase.value = 'ready'
  })
  profileLocale.value = account.value?.locale ?? null
  await reconnect()
}

export async function signIn(email: string, password: string): Promise<void> {
  await client.signIn(email, password)
  await open()
}

/** The service sends a mail with a link and a code. @returns the challenge of the code */
export const signUp = (email: string, username: string, password: string): Promise<string> =>
  client.signUp({ email, username, password })

/** The service sends a mail with a code if the address has an account. @returns the challenge of the code */
export const requestCode = (email: string): Promise<string> => client.requestCode(email)

export async function signInWithCode(challenge: string, code: string): Promise<void> {
  await client.signInWithCode(challenge, code)
  await open()
}

export async function submitSecondFactor(token: string, proof: FactorProof): Promise<void> {
  await client.submitSecondFactor(token, proof)
  await open()
}

export async function signInAsGuest(): Promise<void> {
  await client.signInAsGuest()
  await open()
}

/** Mails a code to the address that the guest wants to use. @returns the challenge of the code */
export const requestGuestCode = (email: string): Promise<string> => client.requestGuestCode(email)

export async function confirmGuest(challenge: string, code: string): Promise<void> {
  await client.confirmGuest(challenge, code)
  await synchronize()
}

/** Opens the page of a provider, which returns to the app. */
export async function openProvider(provider: string): Promise<void> {
  location.assign(await client.startProviderSignIn(provider, redirectUri()))
}

/** Returns the proof of the sign-in at a provider. @throws ServiceError if the provider or the user has refused */
async function providerProof({ code, state, error }: ProviderReturn): Promise<ProviderProof> {
  const proof = code === null ? null : await client.finishProviderSignIn(code, state)
  if (proof) return proof
  const reason = error === 'access_denied' ? 'SIGN_IN_CANCELED' : 'SIGN_IN_FAILED'
  throw new ServiceError({ code: reason, message: 'The sign-in with the provider failed.' })
}

/** Signs in with what a provider has returned. @throws ServiceError LINK_REQUIRED */
export async function finishProviderSignIn(returned: ProviderReturn): Promise<void> {
  await client.signInWithProvider(await providerProof(returned))
  await open()
}

/** Links the identity that a provider has returned to the user. */
export async function linkReturnedIdentity(returned: ProviderReturn): Promise<void> {
  const proof = await providerProof(returned)
  await request(LinkIdentityDocument, { code: proof.code, codeVerifier: proof.codeVerifier })
}

/** @param password null to send a link to the address instead */
export async function linkIdentity(linkToken: string, password: string | null): Promise<void> {
  if ((await client.linkIdentity(linkToken, password)) !== null) await open()
}

/** @returns false if the user has canceled */
export async function signInWithPasskey(): Promise<boolean> {
  const { challengeId, options } = await client.startPasskeySignIn()
  const credential = await readPasskey(options)
  if (credential === null) return false
  await client.signInWithPasskey(challengeId, credential)
  await open()
  return true
}

/** @returns false if the user has canceled */
export async function addPasskey(name: string): Promise<boolean> {
  const { challengeId, options } = await withStepUp(() => client.startPasskeyRegistration())
  const credential = await createPasskey(options)
  if (credential === null) return false
  await client.addPasskey(challengeId, credential, name)
  return true
}

export const removePasskey = (id: string): Promise<void> =>
  withStepUp(() => changePasskey(id, { method: 'DELETE' }))

export const renamePasskey = (id: string, name: string): Promise<void> =>
  changePasskey(id, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

/** @throws ServiceError, NetworkError */
async function changePasskey(id: string, change: RequestInit): Promise<void> {
  const response = await client.fetch(`/auth/passkeys/${id}`, change)
  if (!response.ok) throw fromResponse(response, await response.json().catch(() => null))
}

export const signInMethods = (): Promise<SignInMethods> => client.signInMethods()

/** An action that waits until the user has proved their identity. */
interface WaitingAction {
  proceed(): void
  cancel(): void
}

export const waitingAction = signal<WaitingAction | null>(null)

/** Proves the identity of the user, and continues the action. @throws ServiceError, NetworkError */
export async function stepUp(proof: { password: string } | FactorProof | MailedCode): Promise<void> {
  await client.stepUp(proof)
  waitingAction.value?.proceed()
}

/** Performs an action. If the service requires a step-up, asks for it and performs the action again. */
export async function withStepUp<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'STEP_UP_REQUIRED') throw error
    await new Promise<void>((resolve, reject) => {
      waitingAction.value = { proceed: resolve, cancel: () => reject(error) }
    }).finally(() => (waitingAction.value = null))
    return action()
  }
}

/** Sends the mail with the link again. @throws NetworkError */
export async function resendConfirmation(email: string): Promise<void> {
  await client.fetch('/auth/resend-verification', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
}

/** Deletes everything on the device. Loading the page again also removes it from the memory. */
export async function signOut(): Promise<void> {
  stopEvents()
  records = undefined
  userId.value = null
  await client.signOut()
  location.reload()
}

/** The session has ended. What was not sent stays on the device until the user signs in again. */
function showSignIn(): void {
  stopEvents()
  void records?.close()
  records = undefined
  batch(() => {
    userId.value = null
    refusedWrites.value = []
    syncError.value = null
    isDeletionPending.value = false
    phase.value = 'signedOut'
    revision.value++
  })
}

/** Subscribes to changes of other devices. The first event arrives with the connection. */
async function reconnect(): Promise<void> {
  connection.value = 'online'
  stopEvents()
  if (!records) return
  stopEvents = client.subscribe(
    ChangesAvailableDocument,
    {},
    { next: () => void synchronize(), error: error => (syncError.value = describe(error)) },
  )
  await synchronize()
}

/** How long to wait before a failed synchronization is repeated, in milliseconds. */
const retryDelay = 15_000
let retry: ReturnType<typeof setTimeout> | undefined

/** Sends what waits on this device, and reads what other devices have changed. */
export async function synchronize(): Promise<void> {
  const current = records
  if (!current) return
  clearTimeout(retry)
  try {
    await current.synchronize()
    if (current !== records) return
    connection.value = 'online'
    syncError.value = null
    isDeletionPending.value = false
    if (!hasRecords.value) {
      await kept.write('hasRecords', true)
      hasRecords.value = true
    }
    profileLocale.value = account.value?.locale ?? null
  } catch (error) {
    if (current !== records) return
    if (error instanceof NetworkError) connection.value = 'offline'
    else if (error instanceof ServiceError && error.code === 'DELETION_PENDING')
      isDeletionPending.value = true
    else syncError.value = describe(error)
    retry = setTimeout(() => void synchronize(), retryDelay)
  }
}

/** Stores a write on this device. It is sent as soon as the service can be reached. */
export async function write(operation: Operation): Promise<void> {
  await records?.write(operation)
  void synchronize()
}

/** All records of a type, with those that were not sent yet. */
function all(type: string, save: string): OfflineRecord<StoredRecord>[] {
  void revision.value
  if (!records) return []
  const unsent = records
    .pending()
    .filter(({ record, pending }) => !record && pending.some(write => save in write))
  return [...records.list(type), ...unsent]
}

const isDeleted = ({ pending }: Pick<OfflineRecord, 'pending'>): boolean =>
  pending.some(operation => Object.keys(operation)[0]?.startsWith('delete'))

/** The input of the last save of a record that was not sent. */
const lastSave = ({ pending }: Pick<OfflineRecord, 'pending'>, name: string): object | undefined =>
  pending.findLast(operation => name in operation)?.[name]

interface Versioned {
  expectedVersion?: number | null
}

/**
 * All records of a type in the form in which they are saved, with the changes that were not sent.
 * @param save the operation that saves such a record
 * @param toSaved returns null for a record of another type
 */
export const ownRecords = <Saved extends object>(
  type: string,
  save: string,
  toSaved: (record: StoredRecord) => Saved | null,
): Saved[] =>
  all(type, save)
    .filter(record => !isDeleted(record))
    .flatMap(local => {
      const saved = lastSave(local, save)
      if (saved) return [withoutVersion(saved as Saved & Versioned)]
      return (local.record && toSaved(local.record)) ?? []
    })

/** All workouts, the latest start first. */
const workouts = computed(() =>
  ownRecords<Workout>('WORKOUT', 'saveWorkout', record =>
    record.__typename === 'Workout' ? toWorkout(record) : null,
  ).sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1)),
)

function withoutVersion<Saved extends object>(saved: Saved & Versioned): Saved {
  const { expectedVersion: _, ...content } = saved
  return content as Saved
}

export const activeWorkout = computed(() => workouts.value.find(({ endedAt }) => endedAt === null) ?? null)
export const history = computed(() => workouts.value.filter(({ endedAt }) => endedAt !== null))

/** Identifiers of the records that wait to be sent. */
export const waiting = computed(() => {
  void revision.value
  return new Set(records?.pending().map(({ id }) => id))
})

/** All routines, in their order. A routine that was made from a workout appears when the service has received it. */
export const routines = computed(() =>
  ownRecords<Routine>('ROUTINE', 'saveRoutine', record =>
    record.__typename === 'Routine' ? toRoutine(record) : null,
  ).sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1)),
)

/** Identifiers of the favorite exercises. */
export const favorites = computed(() => {
  void revision.value
  const ids = new Set((records?.list('FAVORITE') ?? []).flatMap(({ record }) => record?.id ?? []))
  for (const { favoriteExercise } of records?.pending().flatMap(({ pending }) => pending) ?? []) {
    const { id = '', favorite = false } = (favoriteExercise ?? {}) as Partial<FavoriteExerciseInput>
    if (favorite) ids.add(id)
    else ids.delete(id)
  }
  return ids
})

/** All goals. What was not sent has no progress yet. */
export const goals = computed<Goal[]>(() =>
  all('GOAL', 'saveGoal')
    .filter(record => !isDeleted(record))
    .flatMap(local => {
      const saved = lastSave(local, 'saveGoal')
      if (saved) return [toShownGoal(saved as GoalInput)]
      return local.record?.__typename === 'TrainingGoal' ? [local.record] : []
    }),
)

/** Changes when an enrollment changes, which changes the next day. */
export const enrollments = computed(() =>
  all('ENROLLMENT', 'enroll')
    .map(({ id, record, pending }) => `${id} ${record?.version ?? 0} ${pending.length}`)
    .join(),
)

/** The account with the changes of the profile that were not sent. Null until it has arrived for the first time. */
export const account = computed<AccountFieldsFragment | null>(() => {
  const [local] = all('PROFILE', 'updateProfile')
  if (local?.record?.__typename !== 'User') return null
  const stored: AccountFieldsFragment = local.record
  return local.pending.reduce<AccountFieldsFragment>((result, { updateProfile = {} }) => {
    const input: UpdateProfileInput = updateProfile
    const { profile, locale = result.locale, firstName = result.firstName } = input
    const { onboardingStatus, weightUnit, heightUnit, frequency } = { ...result.profile, ...profile }
    return {
      ...result,
      ...{ locale, firstName },
      profile: {
        onboardingStatus: onboardingStatus ?? 'NOT_STARTED',
        weightUnit: weightUnit ?? null,
        heightUnit: heightUnit ?? null,
        frequency: frequency ?? null,
      },
    }
  }, stored)
})

export const weightUnit = computed(() => account.value?.profile.weightUnit ?? 'KG')

/** The unit of girths: that of the height, if the profile has one, or the one that is usual with the unit of weights. */
export const lengthUnit = computed<LengthUnit>(() => {
  const heightUnit = account.value?.profile.heightUnit ?? (weightUnit.value === 'KG' ? 'CM' : 'IN')
  return heightUnit === 'CM' ? 'CM' : 'IN'
})

export async function updateProfile(input: UpdateProfileInput): Promise<void> {
  if (input.locale !== undefined) profileLocale.value = input.locale
  await write({ updateProfile: input })
}

let edits = Promise.resolve()

/** Makes changes one after the other, each on the result of the one before. */
function inOrder(edit: () => Promise<void>): Promise<void> {
  edits = edits
    .then(edit)
    // A write that cannot be stored must not prevent the next ones.
    .catch((error: unknown) => void (syncError.value = describe(error)))
  return edits
}

export const editWorkout = (id: string, change: (workout: Workout) => Workout): Promise<void> =>
  inOrder(async () => {
    const current = workouts.value.find(workout => workout.id === id)
    if (current) await write({ saveWorkout: change(current) })
  })

export const editRoutine = (id: string, change: (routine: Routine) => Routine): Promise<void> =>
  inOrder(async () => {
    const current = routines.value.find(routine => routine.id === id)
    if (current) await write({ saveRoutine: change(current) })
  })
