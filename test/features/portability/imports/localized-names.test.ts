import t from 'tap'
import { exerciseMatcher } from '../../../../src/features/portability/imports/matching/exercise-matcher.js'
import {
  parseTranslations,
  readTranslationFiles,
} from '../../../../src/features/training/exercises/catalogue/translations.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { localizedNames } from './localized-names.js'

t.test('matches names of exercises in other languages', async t => {
  const translations = parseTranslations(await readTranslationFiles())
  const catalogue = starterCatalogue.map(exercise => ({
    ...exercise,
    id: exercise.slug,
    translatedTexts: Object.values(translations.get(exercise.slug) ?? {}),
  }))
  const match = await exerciseMatcher([], catalogue, false)
  for (const [locale, names] of Object.entries(localizedNames)) {
    t.ok(names.length >= 60, locale)
    const wrong = names.filter(([name, slug]) => match(name)?.exercise.slug !== slug)
    const found = wrong.map(([name, slug]) => `${name}: ${match(name)?.exercise.slug} instead of ${slug}`)
    t.ok(wrong.length <= names.length * 0.05, `${locale}: ${found.join('; ')}`)
    t.comment(found.join('; '))
    for (const [name] of wrong) t.equal(match(name), null, `${name} rather matches nothing`)
  }
})
