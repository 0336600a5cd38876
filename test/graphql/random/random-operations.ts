import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

/** Returns a random number generator for numbers from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface RandomOperation {
  query: string
  variables: Record<string, unknown>
}

const deepest = 3

/** Generates a query of the schema with fragments, aliases, conditions, variables and nulls. */
export function randomOperation(schema: GraphQLSchema, random: () => number): RandomOperation {
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)]!
  const withProbability = (probability: number) => random() < probability
  const definitions: string[] = []
  const variables: Record<string, unknown> = {}
  const fragments: { name: string; type: GraphQLCompositeType; text: string }[] = []
  const conditional = withProbability(0.4)

  function plain(type: GraphQLInputType): unknown {
    const named = getNullableType(type)
    if (!isNonNullType(type) && withProbability(0.15)) return null
    if (isListType(named)) return Array.from({ length: below(3) }, () => plain(named.ofType))
    if (isEnumType(named)) return oneOf(named.getValues()).name
    if (isInputObjectType(named))
      return Object.fromEntries(
        Object.values(named.getFields())
          .filter(field => isNonNullType(field.type) || withProbability(0.4))
          .map(field => [field.name, plain(field.type)]),
      )
    if (named.name === 'Boolean') return withProbability(0.5)
    if (named.name === 'Int') return below(5)
    if (named.name === 'Float') return below(50) / 4
    if (named.name === 'DateTime') return `2026-01-31T08:15:${10 + below(50)}.000Z`
    return oneOf(['', 'a', 'constructor', '\u2028"\\', '7'])
  }

  /** Returns the value as a GraphQL literal. */
  function written(type: GraphQLInputType, value: unknown): string {
    const named = getNullableType(type)
    if (value === null) return 'null'
    if (isListType(named))
      return `[${(value as unknown[]).map(item => written(named.ofType, item)).join(', ')}]`
    if (isEnumType(named)) return value as string
    if (isInputObjectType(named)) {
      const fields = Object.entries(value as object).map(
        ([name, item]) => `${name}: ${written(named.getFields()[name]!.type, item)}`,
      )
      return `{${fields.join(', ')}}`
    }
    return JSON.stringify(value)
  }

  function variable(type: GraphQLInputType): string {
    const name = withProbability(0.05) ? `constructor${definitions.length}` : `v${definitions.length}`
    const required = isNonNullType(type)
    const nullable = required && withProbability(0.3)
    const text = String(type)
    const definedType = nullable
      ? text.slice(0, -1)
      : `${text}${!required && withProbability(0.2) ? '!' : ''}`
    const byDefault = withProbability(0.3)
    const value = plain(type)
    if (!byDefault || withProbability(0.5))
      if (definedType.endsWith('!') || withProbability(0.7)) variables[name] = value ?? 1
    definitions.push(
      `$${name}: ${definedType}${byDefault ? ` = ${written(type, plain(getNullableType(type)) ?? value)}` : ''}`,
    )
    return `$${name}`
  }

  function argumentsOf({ args }: { args: readonly GraphQLArgument[] }): string {
    const given = args.filter(argument => isRequiredArgument(argument) || withProbability(0.3))
    const texts = given.map(
      ({ name, type }) => `${name}: ${withProbability(0.4) ? variable(type) : written(type, plain(type))}`,
    )
    return texts.length > 0 ? `(${texts.join(', ')})` : ''
  }

  function condition(): string {
    if (!conditional || !withProbability(0.4)) return ''
    let value = String(withProbability(0.5))
    if (withProbability(0.7)) {
      value = `$if${definitions.length}`
      definitions.push(`${value}: Boolean!`)
      variables[value.slice(1)] = withProbability(0.5)
    }
    return ` @${oneOf(['skip', 'include'])}(if: ${value})`
  }

  function field(definition: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = withProbability(0.2) ? `${oneOf(['a', 'constructor', 'toString', 'z'])}${below(100)}: ` : ''
    const head = `${alias}${definition.name}${argumentsOf(definition)}`
    const type = getNamedType(definition.type)
    if (!isCompositeType(type)) return head + condition()
    const whole = () => `${head}${condition()} ${selections(type, depth + 1)}`
    // Select the field again with a condition and other fields, so that the selections are merged.
    return withProbability(0.3) ? `${whole()} ...${condition()} { ${whole()} }` : whole()
  }

  function fragment(type: GraphQLCompositeType, depth: number): string {
    const known = fragments.filter(one => one.type === type)
    if (known.length > 0 && withProbability(0.5)) return oneOf(known).name
    const text = selections(type, depth)
    const name = `F${fragments.length}`
    fragments.push({ name, type, text })
    return name
  }

  function selections(type: GraphQLCompositeType, depth: number): string {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields())
    const usable = fields.filter(one => depth < deepest || !isCompositeType(getNamedType(one.type)))
    const parts = Array.from({ length: 1 + below(4) }, () => {
      if (depth < deepest && withProbability(0.15)) return `...${fragment(type, depth + 1)}${condition()}`
      if (depth < deepest && withProbability(0.15)) {
        const within = isObjectType(type) ? type : oneOf(schema.getPossibleTypes(type))
        return `... ${withProbability(0.5) && isObjectType(type) ? '' : `on ${within.name}`}${condition()} ${selections(within, depth + 1)}`
      }
      if (usable.length === 0 || withProbability(0.1)) return `__typename${condition()}`
      return field(oneOf(usable), depth)
    })
    if (withProbability(0.2)) parts.push(oneOf(parts))
    return `{ ${parts.join(' ')} }`
  }

  const body = selections(schema.getQueryType()!, 0)
  const head = definitions.length > 0 ? `query Random(${definitions.join(', ')})` : 'query'
  const texts = fragments.map(({ name, type, text }) => `fragment ${name} on ${type.name} ${text}`)
  return { query: [`${head} ${body}`, ...texts].join('\n'), variables }
}
