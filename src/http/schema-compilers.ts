import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildSerializer = NonNullable<CompilersFactory['buildSerializer']>
type Serializer = ReturnType<ReturnType<BuildSerializer>>

const serializers = new WeakMap<object, Serializer>()

/** Compiles each response schema once per process. The schemas must not refer to schemas that are added to an app. */
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
 * The compilers of the schemas of routes. All apps of a process share them, because compiling takes a sixth of the time
 * that tests need to build an app.
 */
export const schemaCompilers: CompilersFactory = { buildValidator: AjvCompiler(), buildSerializer }
