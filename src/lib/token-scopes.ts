import {
  getDirectiveValues,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { AppError } from '../errors.js'

const readScopes = [
  'profile:read',
  'workouts:read',
  'exercises:read',
  'programs:read',
  'measurements:read',
  'photos:read',
] as const
const writeScopes = [
  'profile:write',
  'workouts:write',
  'exercises:write',
  'programs:write',
  'measurements:write',
  'photos:write',
] as const

/** What personal access tokens can permit. A scope to write includes the scope to read. */
export const tokenScopes = [...readScopes, ...writeScopes, 'export:read'] as const

export type TokenScope = (typeof tokenScopes)[number]

export const isTokenScope = (text: string): text is TokenScope =>
  (tokenScopes as readonly string[]).includes(text)

/** Replaces scopes to write by the scopes to read that they include. */
export const toReadScopes = (scopes: readonly TokenScope[]): TokenScope[] =>
  scopes.map(scope => scope.replace(/:write$/, ':read')).filter(isTokenScope)

/** Adds the scopes to read that scopes to write include. */
export const includedScopes = (scopes: readonly TokenScope[]): ReadonlySet<TokenScope> =>
  new Set([...scopes, ...toReadScopes(scopes)])

/** The permissions of a request; null scopes permit everything. */
interface Permissions {
  scopes: ReadonlySet<TokenScope> | null
}

export const permits = ({ scopes }: Permissions, required: readonly TokenScope[]): boolean =>
  scopes === null || required.every(scope => scopes.has(scope))

/** @throws AppError INSUFFICIENT_SCOPE */
export function assertPermitted(permissions: Permissions, required: readonly TokenScope[]): void {
  const missing = required.find(scope => !permits(permissions, [scope]))
  if (missing !== undefined) throw insufficientScope(missing)
}

/** @param scope null for what no personal access token permits */
export const insufficientScope = (scope: TokenScope | null): AppError =>
  new AppError(
    'INSUFFICIENT_SCOPE',
    insufficientScopeMessage(scope),
    scope === null ? {} : { details: { scope } },
  )

export const insufficientScopeMessage = (scope: TokenScope | null): string =>
  scope === null
    ? 'Personal access tokens cannot be used for this. Sign in, and use the access token of the session.'
    : `The personal access token lacks the scope ${scope}. Create one with this scope.`

/**
 * Returns the scopes that a field requires, from `@tokenScopes` of the field or of the type that it returns. Null if
 * neither has the directive.
 */
export function scopesOfField(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
): readonly TokenScope[] | null {
  return scopesIn(schema, field) ?? scopesOfType(schema, getNamedType(field.type))
}

/** Returns the scopes that are required to read objects of a type; null if the type has no `@tokenScopes`. */
export const scopesOfType = (schema: GraphQLSchema, type: GraphQLNamedType): readonly TokenScope[] | null =>
  scopesIn(schema, type)

function scopesIn(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'> | Pick<GraphQLNamedType, 'astNode'>,
): readonly TokenScope[] | null {
  const directive = schema.getDirective('tokenScopes')
  const values = directive && astNode ? getDirectiveValues(directive, astNode) : undefined
  return values ? (values['required'] as TokenScope[]) : null
}
