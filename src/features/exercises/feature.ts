import { counted } from '../../lib/counts.js'
import type { Ground } from '../feature.js'
import { starterCatalogue } from './catalogue/catalogue.js'
import { exerciseResolvers } from './resolvers.js'
import { exerciseService } from './service.js'
import { exerciseStore } from './store.js'

export function exercises({ platform: { database, clock, log } }: Ground) {
  const exercises = exerciseService({ exercises: exerciseStore(database), clock })

  const findNode = async (id: string) => ({ __typename: 'Exercise', ...(await exercises.get(id)) })

  async function seed(): Promise<void> {
    const { added } = await exercises.import(await starterCatalogue(), 'starter')
    if (added > 0) log.info(`The starter catalogue is loaded: ${counted(added, 'exercise')}.`)
  }
  return { services: { exercises }, resolvers: exerciseResolvers(exercises), findNode, seed }
}
