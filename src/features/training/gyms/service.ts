import type { Gym, GymRow } from './models.js'
import type { GymStore } from './store.js'

interface Dependencies {
  gyms: GymStore
}

export const gymService = ({ gyms }: Dependencies) => ({
  /** Concurrent reads are batched. Returns null if the gym does not exist or was deleted. */
  async find(userId: string, id: string): Promise<Gym | null> {
    const row = await gyms.find(userId, id)
    return row && presentGym(row)
  },

  async findAll(userId: string): Promise<Gym[]> {
    return (await gyms.findAll(userId)).flatMap(row => presentGym(row) ?? [])
  },
})

export type GymService = ReturnType<typeof gymService>

export function presentGym({ id, version, createdAt, updatedAt, content, derived }: GymRow): Gym | null {
  if (content === null) return null
  return { id, version, createdAt, updatedAt, ...content, isDefault: derived?.isDefault ?? false }
}
