import type { GymRow } from './models.js'

/**
 * Determines the default gym.
 * @param gyms all gyms of a user
 * @param saved the ids of the gyms that have just been saved, the last one at the end
 * @returns the id of the default gym; null without a gym
 */
export function defaultGymId(gyms: readonly GymRow[], saved: readonly string[]): string | null {
  const byId = new Map(gyms.map(gym => [gym.id, gym]))
  const chosen = saved.findLast(id => byId.get(id)?.content?.isDefault === true)
  if (chosen !== undefined) return chosen
  const current = gyms.find(gym => gym.derived?.isDefault)
  const isGivenUp = current && saved.includes(current.id) && current.content?.isDefault === false
  if (current && !isGivenUp) return current.id
  const others = gyms.filter(gym => gym !== current)
  return (others.sort(compareSaved(saved))[0] ?? current)?.id ?? null
}

/** Orders the gyms that were saved last first. */
const compareSaved = (saved: readonly string[]) => (left: GymRow, right: GymRow) =>
  right.updatedAt.getTime() - left.updatedAt.getTime() || saved.indexOf(right.id) - saved.indexOf(left.id)
