import type { Resolvers } from '../../../../generated/resolvers.js'
import { parseIdAt, parseIdOrSlug } from '../../../lib/ids.js'
import { defaultLocale, locales, type Locale } from '../../../lib/locales.js'
import { localeOf, permittedUserId, requireViewer } from '../../../viewer.js'
import { unwrapResult } from '../../owned/write-result.js'
import { localizedTexts } from './models.js'
import type { VariantSize } from '../../media/assets/models.js'
import type { CatalogueEditor } from './editing/service.js'
import type { FavoriteService } from './favorites/service.js'
import type { ExerciseService } from './service.js'

interface Services {
  exercises: ExerciseService
  favorites: FavoriteService
  editor: CatalogueEditor
  imageUrl(id: string, size: VariantSize): string
}

export const exerciseResolvers = ({ exercises, favorites, editor, imageUrl }: Services) =>
  ({
    Query: {
      exercises: (_root, query, context) => exercises.list(context, query),
      exercise(_root, args, context) {
        const { id, slug } = parseIdOrSlug(args)
        const userId = permittedUserId(context, ['exercises:read'])
        return slug === undefined ? exercises.get(id, userId) : exercises.getBySlug(slug, userId)
      },
      archivedExercises: (_root, _args, context) => editor.archived(context),
    },
    Mutation: {
      async favoriteExercise(_root, { input }, context) {
        const viewer = requireViewer(context)
        const choice = { id: parseIdAt(input.id, 'input.id'), favorite: input.favorite }
        unwrapResult(await favorites.setFavorite(viewer.id, choice, 'input.id'))
        return { exercise: await exercises.get(choice.id, viewer.id) }
      },
      saveCatalogueExercise: (_root, { input }, context) => editor.save(context, input),
      archiveCatalogueExercise: (_root, { input }, context) => editor.archive(context, input),
    },
    ExerciseImage: { url: ({ assetId }, { size }) => imageUrl(assetId, size) },
    Exercise: {
      name: (exercise, _args, context) => localizedTexts(exercise, localeOf(context)).name,
      names: exercise => locales.map(locale => ({ locale, name: localizedTexts(exercise, locale).name })),
      translations: ({ name, aliases, instructions, translations = {} }) => [
        { locale: defaultLocale, name, aliases, instructions },
        ...Object.entries(translations).map(([locale, texts]) => ({ locale: locale as Locale, ...texts })),
      ],
      aliases: (exercise, _args, context) => localizedTexts(exercise, localeOf(context)).aliases,
      instructions: (exercise, _args, context) => localizedTexts(exercise, localeOf(context)).instructions,
      isCustom: ({ source }) => source === 'own',
      isArchived: ({ isArchived }) => isArchived ?? false,
      images: ({ images }) => images ?? [],
      videoUrl: ({ videoUrl }) => videoUrl ?? null,
      isFavorite: async ({ id }, _args, context) =>
        (await exercises.userData(requireViewer(context).id, id)).isFavorite,
      lastPerformedAt: async ({ id }, _args, context) =>
        (await exercises.userData(requireViewer(context).id, id)).lastPerformedAt,
      timesPerformed: async ({ id }, _args, context) =>
        (await exercises.userData(requireViewer(context).id, id)).timesPerformed,
      alternatives(exercise, { first, equipment }, context) {
        const userId = permittedUserId(context, ['exercises:read'])
        return exercises.alternatives(exercise, userId, first, equipment ?? null)
      },
    },
  }) satisfies Resolvers
