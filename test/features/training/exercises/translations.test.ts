import t from 'tap'
import {
  parseTranslations,
  readTranslationFiles,
} from '../../../../src/features/training/exercises/catalogue/translations.js'
import { stripDiacritics } from '../../../../src/features/training/exercises/search/words.js'
import { locales, type Locale } from '../../../../src/lib/locales.js'
import { starterCatalogue } from './starter-catalogue.js'

const translations = parseTranslations(await readTranslationFiles())
const others = locales.filter(locale => locale !== 'en')

t.test('has texts for every exercise of the catalogue and no others', t => {
  t.same([...translations.keys()].sort(), starterCatalogue.map(({ slug }) => slug).sort())
  for (const { slug, instructions } of starterCatalogue)
    for (const locale of others) {
      const texts = translations.get(slug)?.[locale]
      t.ok(texts?.name, `${slug} in ${locale}`)
      t.equal(texts?.instructions.length, instructions.length, `${slug} in ${locale}`)
    }
  t.end()
})

t.test('has unique names in each language, and no alias that is the name of another exercise', t => {
  for (const locale of others) {
    const slugOf = new Map<string, string>()
    for (const [slug, texts] of translations) {
      const name = stripDiacritics(texts[locale]?.name ?? '')
      t.notOk(slugOf.has(name), `${name} of ${slug} and ${slugOf.get(name)}`)
      slugOf.set(name, slug)
    }
    for (const [slug, texts] of translations)
      for (const alias of texts[locale]?.aliases ?? [])
        t.equal(slugOf.get(stripDiacritics(alias)) ?? slug, slug, `${alias} of ${slug}`)
  }
  t.end()
})

t.test('has the same file names in every language as the catalogue', async t => {
  const files = await readTranslationFiles()
  const filesOf = (expected: Locale) =>
    files.filter(({ locale }) => locale === expected).map(({ file }) => file.replace(`${expected}/`, ''))
  t.same(filesOf('de'), filesOf('es'))
  t.ok(filesOf('de').length > 10)
})

t.test('rejects files that are not translations, with their names', t => {
  const file = (text: string, name = 'de/chest.json') => ({ file: name, locale: 'de' as const, text })
  const texts = { name: 'Dips', aliases: [], instructions: ['Senk dich ab.'] }
  const dips = JSON.stringify({ dips: texts })
  t.throws(() => parseTranslations([file('{')]), { message: /de\/chest\.json: is not JSON/ })
  t.throws(() => parseTranslations([file('[]')]), { message: /de\/chest\.json: must be a JSON object/ })
  t.throws(() => parseTranslations([file(JSON.stringify({ dips: { ...texts, name: ' Dips' } }))]), {
    message: /de\/chest\.json: dips must have/,
  })
  t.throws(() => parseTranslations([file(dips), file(dips, 'de/back.json')]), {
    message: /de\/back\.json: dips is translated in another file, too\./,
  })
  t.equal(parseTranslations([file(dips)]).get('dips')?.de?.name, 'Dips')
  t.end()
})
