import { readFile } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { defaultLocale, locales, type Locale } from '../../../../lib/locales.js'
import type { Translations } from '../models.js'
import { CatalogueError, catalogueFiles, Line, Lines, parseJson, type CatalogueFile } from './catalogue.js'

/** By slug: the texts of the catalogue's exercises in the languages other than English. */
export type CatalogueTranslations = ReadonlyMap<string, Translations>

/** A file of translations as it is. */
export interface TranslationFile extends CatalogueFile {
  locale: Locale
}

const Texts = Type.Object(
  { name: Line, aliases: Lines, instructions: Lines },
  { additionalProperties: false },
)

/** The files of the translations, which have the names of the files of the catalogue. */
export async function translationFiles(): Promise<TranslationFile[]> {
  const others = locales.filter(locale => locale !== defaultLocale)
  const places = others.flatMap(locale => catalogueFiles.map(name => ({ locale, file: `${locale}/${name}` })))
  return Promise.all(
    places.map(async place => ({
      ...place,
      text: await readFile(new URL(place.file, import.meta.url), 'utf8'),
    })),
  )
}

/** @throws CatalogueError */
export function readTranslations(files: readonly TranslationFile[]): CatalogueTranslations {
  const schema = Compile(Texts)
  const problems: string[] = []
  const translations = new Map<string, Translations>()
  for (const { file, locale, text } of files) {
    const content = parseJson(text)
    const found = problemsOf(content, texts => schema.Check(texts))
    if (found.length > 0) {
      problems.push(...found.map(problem => `${file}: ${problem}`))
      continue
    }
    for (const [slug, texts] of Object.entries(content as Record<string, Static<typeof Texts>>)) {
      const others = translations.get(slug) ?? {}
      if (others[locale]) problems.push(`${file}: ${slug} is translated in another file, too.`)
      others[locale] = texts
      translations.set(slug, others)
    }
  }
  if (problems.length > 0) throw new CatalogueError(problems)
  return translations
}

function problemsOf(content: unknown, isValid: (texts: unknown) => boolean): string[] {
  if (content instanceof SyntaxError) return [`is not JSON: ${content.message}`]
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return ['must hold a JSON object whose keys are slugs.']
  return Object.entries(content)
    .filter(([, texts]) => !isValid(texts))
    .map(
      ([slug]) =>
        `${slug} must have a name, a list of aliases and a list of instructions, each a line without stray white space.`,
    )
}
