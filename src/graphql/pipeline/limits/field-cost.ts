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
  averageCount?: number | undefined
  /** The arguments that limit the number of items. */
  slicingArguments: readonly string[]
  /** The subfields that are lists of this size; empty if the field itself is the list. */
  sizedFields: readonly string[]
}

type ListSize = Pick<FieldCost, 'assumedSize' | 'slicingArguments' | 'sizedFields'>

/** Reads the directives `@cost` and `@listSize` of a field. */
export function fieldCostOf(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): FieldCost {
  const directiveValues = <T>(name: string, { astNode }: typeof field | GraphQLArgument): Partial<T> => {
    const directive = schema.getDirective(name)
    return (directive && astNode && (getDirectiveValues(directive, astNode) as Partial<T> | undefined)) ?? {}
  }
  const weightOf = (part: typeof field | GraphQLArgument) =>
    directiveValues<{ weight: number }>('cost', part).weight
  const {
    assumedSize,
    slicingArguments = [],
    sizedFields = [],
  } = directiveValues<ListSize>('listSize', field)
  const argumentWeights = field.args.flatMap(argument => {
    const weight = weightOf(argument)
    return weight === undefined ? [] : [[argument.name, weight] as const]
  })
  return {
    weight: weightOf(field) ?? (isCompositeType(getNamedType(field.type)) ? 1 : 0),
    argumentWeights: new Map(argumentWeights),
    assumedSize,
    slicingArguments,
    sizedFields,
  }
}
