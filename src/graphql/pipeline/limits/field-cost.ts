import {
  getDirectiveValues,
  getNamedType,
  isCompositeType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'

/** What the cost of a field goes by. */
export interface FieldCost {
  weight: number
  /** What arguments cost that are given. */
  argumentWeights: ReadonlyMap<string, number>
  /** How many items a list has. */
  assumedSize: number | undefined
  /** How often there is what is no list, on average; once if nothing is said. */
  times?: number | undefined
  /** Arguments that say how many items a list has. */
  slicingArguments: readonly string[]
  /** Fields of the answer that are the list; none if the field itself is it. */
  sizedFields: readonly string[]
}

/** What the schema's directives say of a field. */
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
