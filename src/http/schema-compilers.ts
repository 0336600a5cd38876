import AjvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildSerializer = NonNullable<CompilersFactory['buildSerializer']>
type Serializer = ReturnType<ReturnType<BuildSerializer>>
type Validator = ReturnType<ReturnType<AjvCompiler.BuildCompilerFromPool>>

const buildAjv = AjvCompiler()

const buildValidator: AjvCompiler.BuildCompilerFromPool = (sharedSchemas, options) => route => {
  let compiled: Validator | undefined
  const validate = (data: unknown) => {
    compiled ??= buildAjv(sharedSchemas, options)(route)
    const result = compiled(data)
    validator.errors = compiled.errors
    return result
  }
  // Fastify uses no other properties of validators.
  const validator = validate as Validator
  return validator
}

const serializers = new WeakMap<object, Serializer>()

/** The schemas must not refer to schemas that are added to an app, because all apps of a process share the serializers. */
const buildSerializer: BuildSerializer = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return route => data => {
    const schema = route.schema as object
    const serializer = serializers.get(schema) ?? compile(route)
    serializers.set(schema, serializer)
    return serializer(data)
  }
}

/**
 * The compilers of the schemas of routes. They compile a schema when a request needs it for the first time, because
 * compiling all of them takes 5 % of a start.
 */
export const schemaCompilers: CompilersFactory = { buildValidator, buildSerializer }
