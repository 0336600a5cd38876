import { ServiceError } from './errors.js'
import { openOfflineRecords, type OfflineRecords } from './offline/offline-records.js'
import type { OfflineDocuments, ServiceRecord } from './offline/documents.js'
import type { SyncProblem } from './offline/local-data.js'
import { createRequests } from './requests.js'
import { createSession } from './session.js'
import { createSignIn } from './sign-in.js'
import type { Signer } from './signing.js'
import { memoryStorage } from './storage/memory.js'
import type { ClientStorage } from './storage/storage.js'
import { createSubscriptions, type Wait } from './subscriptions.js'
import { createTransport, type Fetch } from './transport.js'

export { fromResponse, NetworkError, ServiceError, StaleRecordError } from './errors.js'
export { newId } from './new-id.js'
export { createSigner, type Signer } from './signing.js'
export { indexedDbStorage } from './storage/indexed-db.js'
export { memoryStorage } from './storage/memory.js'
export type { ClientStorage, StorageChange } from './storage/storage.js'
export {
  offlineDocuments,
  type OfflineDocuments,
  type ServiceRecord,
  type SyncResult,
} from './offline/documents.js'
export type { SyncProblem } from './offline/local-data.js'
export type { Operation } from './offline/operations.js'
export type { OfflineRecord, OfflineRecords } from './offline/offline-records.js'
export type { Result, TypedText } from './requests.js'
export type {
  FactorProof,
  MailedCode,
  PasskeyOptions,
  ProviderProof,
  Registration,
  SignInMethods,
} from './sign-in.js'
export type { Subscriber, Wait } from './subscriptions.js'
export type { Fetch } from './transport.js'

export interface ClientOptions {
  /** Such as `https://api.example.com`. */
  baseUrl: string
  /** The name and the version of the app, by which the service counts the use of deprecated fields. */
  app: { name: string; version: string }
  /** In memory by default. */
  storage?: ClientStorage
  /** Needed if the service requires signatures. */
  sign?: Signer
  /** The global `fetch` by default. */
  fetch?: Fetch
  /** Called when the session has ended other than by `signOut`: show the sign-in screen. */
  onSignedOut?: () => void
  /** Returns the time of the device in milliseconds; `Date.now()` by default. Signatures contain it. */
  now?: () => number
  /** Waits before a lost subscription is connected again; a timer by default. */
  wait?: Wait
}

interface OfflineOptions<Selected extends ServiceRecord> {
  documents: OfflineDocuments<Selected>
  /** Called with each write that the service has refused. See `SyncProblem`. */
  onProblem(problem: SyncProblem<Selected>): void
  /** Called after each change of the local data. */
  onChange?: () => void
}

/** Creates a client of the service, for browsers and React Native. */
export function createClient(options: ClientOptions) {
  const { app, storage = memoryStorage(), onSignedOut = () => undefined } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const transport = createTransport({
    baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    sign: options.sign,
    now: options.now ?? (() => Date.now()),
    headers: { 'apollographql-client-name': app.name, 'apollographql-client-version': app.version },
  })
  const session = createSession({ storage, transport, onSignedOut })
  const requests = createRequests(session)
  const { subscribe, close } = createSubscriptions(session, options.wait)
  const opened: Pick<OfflineRecords, 'close'>[] = []
  return {
    userId: session.userId,
    fetch: session.fetch,
    ...createSignIn({ baseUrl, storage, transport, session }),
    ...requests,
    subscribe,

    /** Ends all subscriptions, and closes the storage. */
    async close(): Promise<void> {
      close()
      await storage.close()
    },

    /** Signs out, and deletes what is stored on the device, with writes that have not been sent. */
    async signOut(): Promise<void> {
      // A response that is on its way must not be stored after the storage is cleared.
      await Promise.all(opened.map(records => records.close()))
      await session.signOut()
      await storage.clear()
    },

    /** Opens the local copy of the records of the user. @throws ServiceError UNAUTHENTICATED if no user is signed in */
    async openOffline<Selected extends ServiceRecord>(offline: OfflineOptions<Selected>) {
      const userId = await session.userId()
      if (userId === null) throw new ServiceError({ code: 'UNAUTHENTICATED', message: 'Sign in first.' })
      const records = await openOfflineRecords({ ...offline, userId, storage, requests })
      opened.push(records)
      return records
    },
  }
}

export type Client = ReturnType<typeof createClient>
