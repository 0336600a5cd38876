import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApolloCache, ApolloClient, ApolloLink, TypedDocumentNode } from '@apollo/client'
import type { Client } from '@urql/core'
import { build } from 'esbuild'
import type { Observable } from 'rxjs'
import type { DocumentNode, IntrospectionQuery } from 'graphql'
import type { Environment } from 'relay-runtime'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { root } from '../deploy/files.js'
import { fencesOf } from './fences.js'

/** The blocks of the recipes whose first line names a file, by that name. */
const sources = new Map(
  fencesOf('docs/clients.md').flatMap(({ text }) => {
    const name = /^\/\/ ([\w-]+\.ts)\n/.exec(text)?.[1]
    return name === undefined ? [] : [[name, text] as const]
  }),
)

type Signer = (request: object) => Promise<Record<string, string>>

interface Subscriptions {
  link: ApolloLink
  close(): void
}

interface Session {
  accessToken(): string
  renew(expired: string): Promise<string>
  fetch: typeof fetch
}

export interface SyncResult {
  recordId: string
  status: string
  error: { code: string; path: string } | null
  record: { id: string } | null
}

type Document<Data> = TypedDocumentNode<Data, Record<string, unknown>>

interface Page {
  edges: { node: { id: string; workoutTitle: string | null } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export interface Content {
  id: string
  version: number
  workoutTitle: string | null
  exercises: { entryId: string; sets: { setId: string; reps: number | null }[] }[]
}

/** The exports of the recipe files that the tests use. */
export interface ClientApp {
  CHANGES: Document<{ changes: { changes: { recordId: string; record: { id: string } | null }[] } }>
  HISTORY: Document<{ workouts: Page }>
  WORKOUT_CONTENT: Document<Content>
  cacheKeys(schema: IntrospectionQuery): Record<string, (data: object) => string | null>
  createCache(): ApolloCache
  SAVE_WORKOUT: DocumentNode
  SYNC: Document<{ sync: { results: SyncResult[] } }>
  createClient(session: Session, subscriptions: ApolloLink): ApolloClient
  createEnvironment(session: Session): { environment: Environment; close(): void }
  createEventLink(session: Session): Subscriptions
  createSession(
    baseUrl: string,
    tokens: { accessToken: string; refreshToken: string; userId: string },
    sign?: Signer,
  ): Session
  createSigner(secret: string, now?: () => number): Signer
  createSocketLink(session: Session): Subscriptions
  createUrqlClient(session: Session): { client: Client; close(): void }
  failuresOf(error: unknown): { code: string; message: string; field?: string }[]
  followChanges(client: ApolloClient, since?: string): Observable<string>
  newId(): string
  openQueue(
    client: ApolloClient,
    storage: {
      getItem(key: string): Promise<string | null>
      setItem(key: string, value: string): Promise<void>
    },
    onProblem: (operations: object[], result: SyncResult) => void,
  ): Promise<{ add(recordId: string, operation: object): Promise<void>; flush(): Promise<void> }>
  persistedQueryLink(): ApolloLink
  pullChanges(client: ApolloClient, since?: string): Promise<string>
  pushChanges(client: ApolloClient, operations: object[]): Promise<SyncResult[]>
  registeredOperations(documents: DocumentNode[]): string
  saveWorkout(
    client: ApolloClient,
    input: object,
  ): Promise<{ data?: { saveWorkout: { conflict: string | null; workout: Content } }; error?: unknown }>
  uploadProfilePhoto(session: Session, file: File): Promise<{ assetId: string; uploadUrl: string }>
}

/** Writes the files of the recipes to a temporary folder, as an app developer would. */
export function writeClientApp(t: Test): string {
  const folder = t.testdir()
  for (const [name, text] of sources) writeFileSync(join(folder, name), text)
  cpSync(join(root, 'generated/possible-types.json'), join(folder, 'possible-types.json'))
  return folder
}

let bundled: Promise<string> | undefined
let loaded = 0

/** Loads the bundled files of the recipes, each time as new modules. */
export async function loadClientApp(): Promise<ClientApp> {
  bundled ??= bundleClientApp()
  return (await import(`${await bundled}?${loaded++}`)) as ClientApp
}

/** Bundles the files of the recipes, as an app developer would. @returns the URL of the bundle */
async function bundleClientApp(): Promise<string> {
  const folder = writeClientApp(t)
  const outfile = join(folder, 'app.mjs')
  const contents = [...sources.keys()].map(name => `export * from './${name}'`).join('\n')
  await build({
    stdin: { contents, resolveDir: folder },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    logLevel: 'warning',
  })
  return pathToFileURL(outfile).href
}

/** The errors of the compiler about the files of the recipes, with the strictest usual options of an app. */
export function typeErrorsOf(folder: string): string[] {
  const program = ts.createProgram(
    [...sources.keys()].map(name => join(folder, name)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    },
  )
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName.split('/').at(-1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}
