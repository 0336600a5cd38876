import { loadStarterCatalogue as load } from '../../../../src/features/training/exercises/catalogue/catalogue.js'

export const starterCatalogue = await load()
