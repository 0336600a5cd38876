import type { FastifyPluginAsync } from 'fastify'
import type { Resolvers } from '../../generated/resolvers.js'
import type { Config } from '../config.js'
import type { NodeObject } from '../lib/ids.js'
import type { JsonWebTokens } from '../platform/keys/keys.js'
import type { Platform } from '../platform/platform.js'
import type { Asker } from '../viewer.js'

/** What every feature is made from. Its `feature.ts` reads the settings and hands them on as plain values. */
export interface Ground {
  platform: Platform
  config: Config
  /** What signs and verifies tokens. */
  jwt: { access: JsonWebTokens; refresh: JsonWebTokens }
  /** What every feature keeps of people, those that depend on others first; known once all of them are made. */
  personal(): readonly Personal[]
}

/** What a feature keeps of people. */
export interface Personal {
  /**
   * Leaves nothing of a person: no document, file, counter or waiting mail. The account is gone already, and so may be
   * what features that depend on this one kept. Done again, it finds nothing; cut off in the middle, it is done again.
   * Deletes a piece at a time: `deleteInPieces`.
   */
  erase(userId: string): Promise<void>
  /** What a person takes along: lists of `data.json`, whose items are read when the ones before have been taken. */
  export?(userId: string): Record<string, AsyncIterable<object>>
  /** The files that a person takes along. */
  files?(userId: string): AsyncIterable<PersonalFile>
}

/** A file of a person's. */
export interface PersonalFile {
  /** Where it is in the export, such as `photos/me.jpg`. */
  path: string
  fileKey: string
  storedAt: Date
}

/** Work that is done again and again, the first time at the start. */
export interface Chore {
  /** What logs call it. */
  name: string
  /** In milliseconds. */
  every: number
  /** @param signal aborts it when the service ends */
  run(signal: AbortSignal): Promise<unknown>
}

/** What a feature gives to the whole. */
export interface Module<Services extends object = object, Own extends Resolvers = Resolvers> {
  /** Under the names by which features after it ask for them. */
  services: Services
  /** Made with the services in hand. */
  resolvers?: Own
  /** Its REST routes, at their full addresses. */
  routes?: FastifyPluginAsync
  /** Finds its objects by their identifier, for `node(id)`. @throws AppError NOT_FOUND */
  findNode?(id: string, asker: Asker): Promise<NodeObject | null>
  /**
   * Brings what has to be there when the service starts, after the features before it have done so; again, it changes
   * nothing. Tests do without.
   */
  seed?(): Promise<void>
  /** Prepares what the first who asks would wait for, in the background once the service listens. */
  warm?(): Promise<unknown>
  chores?: readonly Chore[]
  personal?: Personal
}

/** Makes a module from the ground and from services of features before it in the list. */
export type Feature<Needs extends object, Services extends object, Own extends Resolvers> = (
  ground: Ground,
  needs: Needs,
) => Module<Services, Own>

/** Features that are made one after the other; one that asks for what comes after it does not compile. */
export interface Assembly<Services extends object, Resolved extends object> {
  add<More extends object, Own extends Resolvers>(
    feature: Feature<Services, More, Own>,
  ): Assembly<Services & More, Resolved & Own>
  readonly services: Services
  readonly resolvers: Resolved
  readonly modules: readonly Module[]
}

export const assemble = (ground: Ground): Assembly<object, object> => assembly(ground, {}, [])

function assembly<Services extends object, Resolved extends object>(
  ground: Ground,
  services: Services,
  modules: readonly Module[],
): Assembly<Services, Resolved> {
  return {
    add(feature) {
      const module = feature(ground, services)
      return assembly(ground, { ...services, ...module.services }, [...modules, module])
    },
    services,
    resolvers: merged(modules) as Resolved,
    modules,
  }
}

/** @throws Error where two features resolve the same field */
function merged(modules: readonly Module[]): object {
  const types: Record<string, object> = {}
  for (const { resolvers = {} } of modules)
    for (const [type, fields] of Object.entries(resolvers)) {
      const known = types[type] ?? {}
      const twice = Object.keys(fields).find(field => field in known)
      if (twice !== undefined) throw new Error(`two features resolve ${type}.${twice}`)
      types[type] = Object.assign({}, known, fields)
    }
  return types
}
