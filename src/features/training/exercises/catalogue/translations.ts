import { readFile } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { defaultLocale, locales, type Locale } from '../../../../lib/locales.js'
import type { Translations } from '../models.js'
import { CatalogueError, catalogueFiles, Line, Lines, parseJson, type CatalogueFile } from './catalogue.js'

/** The translations of the catalogue's exercises, by slug. */
export type CatalogueTranslations = ReadonlyMap<string, Translations>

interface TranslationFile extends CatalogueFile {
  locale: Locale
}

const Texts = Type.Object(
  { name: Line, aliases: Lines, instructions: Lines },
  { additionalProperties: false },
)

/** Each language has a folder with the same file names as the catalogue. */
export async function readTranslationFiles(): Promise<TranslationFile[]> {
  const others = locales.filter(locale => locale !== defaultLocale)
  const files = others.flatMap(locale => catalogueFiles.map(name => ({ locale, file: `${locale}/${name}` })))
  return Promise.all(
    files.map(async ({ locale, file }) => ({
      locale,
      file,
      text: await readFile(new URL(file, import.meta.url), 'utf8'),
    })),
  )
}

/** @throws CatalogueError */
export function parseTranslations(files: readonly TranslationFile[]): CatalogueTranslations {
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
    return ['must be a JSON object whose keys are slugs.']
  return Object.entries(content)
    .filter(([, texts]) => !isValid(texts))
    .map(
      ([slug]) =>
        `${slug} must have a name, a list of aliases and a list of instructions, each a line without stray white space.`,
    )
}
