import { counted } from '../../lib/counts.js'
import type { Asker } from '../../viewer.js'
import type { Ground } from '../feature.js'
import { starterCatalogue } from './catalogue/catalogue.js'
import { catalogueService } from './catalogue-service.js'
import { exerciseResolvers } from './resolvers.js'
import { exerciseService } from './service.js'
import { ownExerciseStore } from './own-store.js'
import { exerciseStore } from './store.js'

export function exercises({ platform: { database, clock, log } }: Ground) {
  const exercises = exerciseService({
    catalogue: catalogueService({ exercises: exerciseStore(database), clock }),
    own: ownExerciseStore(database),
  })

  const findNode = async (id: string, { viewer }: Asker) => ({
    __typename: 'Exercise',
    ...(await exercises.get(id, viewer?.id ?? null)),
  })

  async function seed(): Promise<void> {
    const { added } = await exercises.import(await starterCatalogue(), 'starter')
    if (added > 0) log.info(`The starter catalogue is loaded: ${counted(added, 'exercise')}.`)
  }
  return { services: { exercises }, resolvers: exerciseResolvers(exercises), findNode, seed }
}
