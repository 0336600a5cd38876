import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildSerializer = NonNullable<CompilersFactory['buildSerializer']>
type Serializer = ReturnType<ReturnType<BuildSerializer>>

const serializers = new WeakMap<object, Serializer>()

/** Compiles each schema of a response once. The schemas must not refer to shared ones, because those belong to an app. */
const buildSerializer: BuildSerializer = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return route => {
    const schema = route.schema as object
    const serializer = serializers.get(schema) ?? compile(route)
    serializers.set(schema, serializer)
    return serializer
  }
}

/**
 * The compilers of the schemas of routes. All apps of a process share them: compiling takes a sixth of the time in which
 * tests build an app.
 */
export const schemaCompilers: CompilersFactory = { buildValidator: AjvCompiler(), buildSerializer }
