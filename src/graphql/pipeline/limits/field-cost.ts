import {
  getDirectiveValues,
  getNamedType,
  isCompositeType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'

/** The parameters of a field's cost. */
export interface FieldCost {
  weight: number
  /** The additional cost of each argument if it is given. */
  argumentWeights: ReadonlyMap<string, number>
  /** The assumed number of items of a list. */
  assumedSize: number | undefined
  /** The average number of values of a field that is not a list; 1 if undefined. */
  times?: number | undefined
  /** The arguments that limit the number of items. */
  slicingArguments: readonly string[]
  /** The subfields that are lists of this size; empty if the field itself is the list. */
  sizedFields: readonly string[]
}

/** Reads the directives `@cost` and `@listSize` of a field. */
export function fieldCostOf(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): FieldCost {
  const values = (name: string, { astNode }: Pick<typeof field | GraphQLArgument, 'astNode'> = field) => {
    const directive = schema.getDirective(name)
    return directive && astNode ? getDirectiveValues(directive, astNode) : undefined
  }
  const { weight } = (values('cost') ?? {}) as { weight?: number }
  const listSize = (values('listSize') ?? {}) as Partial<Omit<FieldCost, 'weight' | 'argumentWeights'>>
  const argumentWeights = field.args.flatMap(argument => {
    const { weight } = (values('cost', argument) ?? {}) as { weight?: number }
    return weight === undefined ? [] : [[argument.name, weight] as const]
  })
  return {
    argumentWeights: new Map(argumentWeights),
    weight: weight ?? (isCompositeType(getNamedType(field.type)) ? 1 : 0),
    assumedSize: listSize.assumedSize,
    slicingArguments: listSize.slicingArguments ?? [],
    sizedFields: listSize.sizedFields ?? [],
  }
}
