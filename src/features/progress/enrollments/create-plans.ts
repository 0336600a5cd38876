import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import { countSets } from '../../training/programs/weeks-summary.js'
import { createPlan, type Plan, type PlanContext } from './progression/plan.js'

/** The number of sets that are planned before yielding to the event loop. */
const maxSetsPerTurn = 1000

/** Creates the plans of some versions of a program, by their numbers. */
export async function createPlans(
  versions: readonly ProgramVersion[],
  context: PlanContext,
): Promise<Map<number, Plan>> {
  const plans = new Map<number, Plan>()
  let sets = 0
  for (const version of versions) {
    sets += countSets(version.weeks)
    plans.set(version.number, createPlan(version, context))
    if (sets < maxSetsPerTurn || plans.size === versions.length) continue
    await yieldToEventLoop()
    sets = 0
  }
  return plans
}
