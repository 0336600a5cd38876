import type { FastifyPluginAsync } from 'fastify'
import type { Resolvers } from '../../generated/resolvers.js'
import type { Config } from '../config.js'
import type { NodeObject } from '../lib/ids.js'
import type { JsonWebTokens } from '../platform/keys/token-keys.js'
import type { Platform } from '../platform/platform.js'
import type { RequestContext } from '../viewer.js'
import type { OwnedRecord } from './owned/record.js'
import { recordResolvers, type RecordResolvers } from './owned/resolvers.js'

/** Passed to every feature. A `feature.ts` reads the settings and passes them on as plain values. */
export interface FeatureContext {
  platform: Platform
  config: Config
  /** Signs and verifies access and refresh tokens. */
  jwt: { access: JsonWebTokens; refresh: JsonWebTokens }
  /**
   * Returns the user data of every feature; a feature comes before the features that it depends on. Call it only after
   * all features are created.
   */
  userData(): readonly UserData[]
  /** Returns the types of owned records of every feature. Call it only after all features are created. */
  ownedRecords(): readonly OwnedRecord[]
}

/** The data that a feature stores about users. */
export interface UserData {
  /**
   * Erases every document, file, counter and queued mail of a user. The account, and the data of features that depend
   * on this one, may already be gone. An interrupted erasure runs again, so a second run must find nothing and succeed.
   * Large collections are deleted in chunks: see `deleteInChunks`.
   * @param pseudonym replaces the user in documents that are kept; the same in every run
   */
  erase(userId: string, pseudonym: string): Promise<void>
  /** Returns lists for `data.json` by name. The items of a list are read after those of the list before it. */
  export?(userId: string): Record<string, AsyncIterable<object>>
  /** Returns the files that an export contains. */
  files?(userId: string): AsyncIterable<UserFile>
}

interface UserFile {
  /** The path in the export, such as `photos/me.jpg`. */
  path: string
  fileKey: string
  storedAt: Date
}

/** A job that runs at the start and then in intervals. */
export interface ScheduledJob {
  /** The name in logs. */
  name: string
  /** In milliseconds. */
  interval: number
  /** @param signal aborts when the service closes */
  run(signal: AbortSignal): Promise<unknown>
}

/** The parts that a feature adds to the service. */
export interface FeatureModule<
  Services extends object = object,
  Own extends Resolvers = Resolvers,
  Declared extends OwnedRecord = OwnedRecord,
> {
  /** The services that later features receive, by name. */
  services: Services
  resolvers?: Own
  /** The REST routes, with their full paths. */
  routes?: FastifyPluginAsync
  /** The types of owned records of this feature, in addition to its other data. */
  records?: readonly Declared[]
  /** Finds an object of this feature for `node(id)`. @throws AppError NOT_FOUND */
  findNode?(id: string, context: RequestContext): Promise<NodeObject | null>
  /**
   * Returns the objects that determine the public fields below a root field, by the name of the field. See
   * `ResultSources` of the result cache.
   */
  resultSources?: Readonly<Record<string, ResultSources>>
  /**
   * Stores the data that must exist when the service starts; earlier features have stored theirs. Must be repeatable.
   * Tests skip it.
   */
  seed?(): Promise<void>
  /** Fills caches once the service listens, so that the first request does not wait for them. */
  warmUp?(): Promise<unknown>
  /** Loads packages that few requests need, a second after the service listens. */
  loadPackages?(): Promise<unknown>
  jobs?: readonly ScheduledJob[]
  userData?: UserData
  /** The features of which this one consists, in order of dependence. Their resolvers are among those of this one. */
  parts?: readonly FeatureModule[]
}

/** Creates a feature from the context and from the services of earlier features. */
type Feature<
  Needs extends object,
  Services extends object,
  Own extends Resolvers,
  Declared extends OwnedRecord,
> = (context: FeatureContext, needs: Needs) => FeatureModule<Services, Own, Declared>

/** Features in order of dependence: one that needs a later feature does not compile. */
interface FeatureSet<Services extends object, Resolved extends object, Declared extends OwnedRecord> {
  add<More extends object, Own extends Resolvers, Records extends OwnedRecord = never>(
    feature: Feature<Services, More, Own, Records>,
  ): FeatureSet<Services & More, Resolved & Own & RecordResolvers<Records>, Declared | Records>
  readonly services: Services
  /** Merges the resolvers of all features at each access. @throws Error if two features resolve the same field */
  readonly resolvers: Resolved
  readonly ownedRecords: readonly Declared[]
  /** Every feature after its parts. */
  readonly modules: readonly FeatureModule[]
}

/** @param services the services that the first feature receives */
export const assembleFeatures = <Services extends object>(
  context: FeatureContext,
  services: Services,
): FeatureSet<Services, object, never> => featureSet(context, services, [])

function featureSet<Services extends object, Resolved extends object, Declared extends OwnedRecord>(
  context: FeatureContext,
  services: Services,
  modules: readonly FeatureModule[],
): FeatureSet<Services, Resolved, Declared> {
  return {
    add(feature) {
      const module = feature(context, services)
      return featureSet(context, { ...services, ...module.services }, [...modules, module])
    },
    services,
    // Merged when it is read, because only the last of the sets is used.
    get resolvers() {
      return mergeResolvers(modules) as Resolved
    },
    ownedRecords: modules.flatMap(
      ({ records = [] }) => records,
    ) as readonly OwnedRecord[] as readonly Declared[],
    modules: modules.flatMap(module => [...(module.parts ?? []), module]),
  }
}

function mergeResolvers(modules: readonly FeatureModule[]): object {
  const types: Record<string, object> = {}
  const all = modules.flatMap(({ resolvers = {}, records = [] }) => [
    resolvers,
    ...records.map(recordResolvers),
  ])
  for (const resolvers of all)
    for (const [type, fields] of Object.entries<object>(resolvers)) {
      const definedFields = types[type] ?? {}
      const duplicate = Object.keys(fields).find(field => field in definedFields)
      if (duplicate !== undefined) throw new Error(`two features resolve ${type}.${duplicate}`)
      types[type] = Object.assign({}, definedFields, fields)
    }
  return types
}

type NodeFinder = NonNullable<FeatureModule['findNode']>

/** Returns the node finders of all features and of the types of owned records that declare `get`. */
export const nodeFinders = (modules: readonly FeatureModule[]): NodeFinder[] =>
  modules.flatMap(({ records = [], findNode }) => [
    ...records.flatMap(({ typename, get }): NodeFinder[] =>
      get
        ? [async (id, { viewer }) => viewer && { __typename: typename, ...(await get(viewer.id, id)) }]
        : [],
    ),
    ...(findNode ? [findNode] : []),
  ])

type ResultSources = (
  context: RequestContext,
  args: Record<string, unknown>,
) => Promise<readonly object[] | null>

export const resultSources = (modules: readonly FeatureModule[]): ReadonlyMap<string, ResultSources> =>
  new Map(modules.flatMap(({ resultSources: sources = {} }) => Object.entries(sources)))
