import { starterCatalogue as load } from '../../../src/features/exercises/catalogue/catalogue.js'

export const starterCatalogue = await load()
