import { badUserInputAt } from '../../../../errors.js'
import { inputReader } from '../../../../lib/input-reader.js'
import { defaultLocale, locales } from '../../../../lib/locales.js'
import { singleLine } from '../../../../lib/text.js'
import { readExercise } from '../custom/input.js'
import type {
  CatalogueContent,
  CatalogueExerciseDraft,
  ExerciseImage,
  ExerciseTexts,
  TranslationDraft,
  Translations,
} from '../models.js'

const maxSlugLength = 100
const maxUrlLength = 2000
const maxImages = 10

interface CatalogueSave {
  id: string
  expectedVersion: number | null
  content: Omit<CatalogueContent, 'images'>
  images: Pick<ExerciseImage, 'assetId' | 'position'>[]
}

/** @throws AppError BAD_USER_INPUT */
export function readCatalogueExercise(draft: CatalogueExerciseDraft, path: string): CatalogueSave {
  const reader = inputReader(draft, path)
  const [id, images] = [reader.id('id'), readImages(draft, path)]
  const { texts, translations } = readTranslations(draft, path)
  const { expectedVersion, content } = readExercise({ ...draft, ...texts }, path)
  // Only the exercises that move the body have a share.
  const bodyweightShare = draft.bodyweightShare == null ? null : content.bodyweightShare
  return {
    id,
    expectedVersion,
    content: {
      ...content,
      ...texts,
      bodyweightShare,
      slug: readSlug(draft.slug, reader.at('slug')),
      translations,
      videoUrl: readUrl(draft.videoUrl, reader.at('videoUrl')),
    },
    images,
  }
}

function readSlug(slug: string, field: string): string {
  const isSlug = slug.length <= maxSlugLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
  if (isSlug && !slug.startsWith('custom-')) return slug
  throw badUserInputAt(
    field,
    `must have at most ${maxSlugLength} characters: lower-case words joined by hyphens, not beginning with "custom-".`,
  )
}

function readUrl(url: string | null | undefined, field: string): string | null {
  const line = singleLine(url ?? '', { field, maxLength: maxUrlLength })
  if (line === '') return null
  if (URL.canParse(line) && new URL(line).protocol === 'https:') return new URL(line).href
  throw badUserInputAt(field, 'must be a URL that begins with https://.')
}

function readTranslations(
  draft: CatalogueExerciseDraft,
  path: string,
): { texts: ExerciseTexts; translations: Translations } {
  const seen = new Map<string, ExerciseTexts>()
  inputReader(draft, path).list('translations', locales.length, (translation: TranslationDraft, itemPath) => {
    if (seen.has(translation.locale))
      throw badUserInputAt(`${itemPath}.locale`, 'must not be that of another translation.')
    seen.set(translation.locale, readTexts(translation, itemPath))
  })
  const { [defaultLocale]: texts, ...translations } = Object.fromEntries(seen)
  if (!texts) throw badUserInputAt(`${path}.translations`, 'must have one in English, with the locale en.')
  return { texts, translations }
}

/** Reads the texts like those of a custom exercise. */
function readTexts({ name, aliases, instructions }: TranslationDraft, path: string): ExerciseTexts {
  const { content } = readExercise({ id: '0'.repeat(24), name, aliases, instructions }, path)
  return { name: content.name, aliases: content.aliases, instructions: content.instructions }
}

function readImages(draft: CatalogueExerciseDraft, path: string): CatalogueSave['images'] {
  const seen = { ids: new Set<string>(), positions: new Set<number>() }
  return inputReader(draft, path).list(
    'images',
    maxImages,
    (image: { assetId: string; position: number }, itemPath) => {
      const reader = inputReader(image, itemPath)
      const assetId = reader.id('assetId')
      const position = reader.integer('position', [0, 1000])
      if (seen.ids.has(assetId))
        throw badUserInputAt(reader.at('assetId'), 'must not be that of another picture.')
      if (seen.positions.has(position))
        throw badUserInputAt(reader.at('position'), 'must not be that of another picture.')
      seen.ids.add(assetId)
      seen.positions.add(position)
      return { assetId, position }
    },
  )
}
