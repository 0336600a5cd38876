import { Kind, type DirectiveNode, type ValueNode } from 'graphql'
import { maxCost, startTrace, visit, type CostTrace } from './cost-trace.js'

export type Variables = Readonly<Record<string, unknown>>

/** Computes the cost of a part of an operation with the given variables. The cost estimates the work of the service. */
export type CostFunction = (variables: Variables, trace?: CostTrace) => number

/** The cost of parts that cost nothing, whatever the variables are. */
export const free: CostFunction = () => 0

/** Returns the path and the cost of the field with the highest own cost, not counting its subfields. */
export function mostExpensiveField(cost: CostFunction, variables: Variables) {
  const trace = startTrace()
  cost(variables, trace)
  return { field: trace.search.field, cost: Math.ceil(trace.search.cost) }
}

export function sumOf(parts: readonly CostFunction[]): CostFunction {
  const costly = parts.filter(part => part !== free)
  if (costly.length === 0) return free
  return (variables, trace) =>
    Math.min(
      maxCost,
      costly.reduce((sum, part) => sum + part(variables, trace), 0),
    )
}

export function maximumOf(alternatives: readonly CostFunction[]): CostFunction {
  const costly = alternatives.filter(alternative => alternative !== free)
  if (costly.length === 0) return free
  return (variables, trace) => Math.max(...costly.map(alternative => alternative(variables, trace)))
}

/** Selections that `@skip` or `@include` omits cost nothing. */
export function applyConditions(cost: CostFunction, directives: readonly DirectiveNode[]): CostFunction {
  if (cost === free) return free
  let result = cost
  for (const { name, arguments: directiveArguments } of directives) {
    const condition = directiveArguments?.find(argument => argument.name.value === 'if')?.value
    if (!condition || (name.value !== 'skip' && name.value !== 'include')) continue
    const inner = result
    const requiredValue = name.value === 'include'
    result = (variables, trace) =>
      evaluateCondition(condition, variables) === !requiredValue ? 0 : inner(variables, trace)
  }
  return result
}

function evaluateCondition(condition: ValueNode, variables: Variables): unknown {
  if (condition.kind === Kind.BOOLEAN) return condition.value
  return condition.kind === Kind.VARIABLE ? variables[condition.name.value] : undefined
}

/**
 * Evaluates the cost of a fragment once per set of variables, because nested spreads grow exponentially. A trace visits
 * each spread, because its position matters.
 */
export function memoize(cost: CostFunction): CostFunction {
  let last: { variables: Variables; result: number } | undefined
  return (variables, trace) => {
    if (trace && visit(trace)) return cost(variables, trace)
    if (last?.variables !== variables) last = { variables, result: cost(variables) }
    return last.result
  }
}
