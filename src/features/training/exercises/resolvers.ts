import type { Resolvers } from '../../../../generated/resolvers.js'
import { parseIdAt, parseIdOrSlug } from '../../../lib/ids.js'
import { locales } from '../../../lib/locales.js'
import { localeOf, requireViewer } from '../../../viewer.js'
import { readDeletion } from '../../owned/deletion.js'
import type { StoredRecord } from '../../owned/models.js'
import { unwrapResult } from '../../owned/service.js'
import { localizedTexts, type ExerciseContent, type DeletedExerciseContent } from './models.js'
import { readExercise } from './custom/input.js'
import { toExercise } from './custom/present.js'
import type { FavoriteService } from './favorites/service.js'
import type { CustomExerciseService } from './custom/service.js'
import type { ExerciseService } from './service.js'

interface Services {
  exercises: ExerciseService
  own: CustomExerciseService
  favorites: FavoriteService
}

export const exerciseResolvers = ({ exercises, own, favorites }: Services) =>
  ({
    Query: {
      exercises: (_root, wanted, context) => exercises.list(context, wanted),
      exercise(_root, args, { viewer }) {
        const { id, slug } = parseIdOrSlug(args)
        const userId = viewer?.id ?? null
        return slug === undefined ? exercises.get(id, userId) : exercises.getBySlug(slug, userId)
      },
    },
    Mutation: {
      async saveExercise(_root, { input }, context) {
        const { id } = requireViewer(context)
        const { row, conflict } = unwrapResult(await own.save(id, readExercise(input, 'input')))
        return { exercise: presentRow(row), conflict }
      },
      async deleteExercise(_root, { input }, context) {
        const viewer = requireViewer(context)
        const deletion = readDeletion(input, 'input')
        const { row, version, deletedAt, conflict } = await own.remove(viewer.id, deletion)
        const exercise = presentRow(row)
        const record = exercise && { __typename: 'Exercise' as const, ...exercise }
        return { recordId: deletion.id, version, deletedAt, record, conflict }
      },
      async favoriteExercise(_root, { input }, context) {
        const viewer = requireViewer(context)
        const choice = { id: parseIdAt(input.id, 'input.id'), favorite: input.favorite }
        unwrapResult(await favorites.setFavorite(viewer.id, choice, 'input.id'))
        return { exercise: await exercises.get(choice.id, viewer.id) }
      },
    },
    Exercise: {
      name: (exercise, _args, context) => localizedTexts(exercise, localeOf(context)).name,
      names: exercise => locales.map(locale => ({ locale, name: localizedTexts(exercise, locale).name })),
      aliases: (exercise, _args, context) => localizedTexts(exercise, localeOf(context)).aliases,
      instructions: (exercise, _args, context) => localizedTexts(exercise, localeOf(context)).instructions,
      isCustom: ({ source }) => source === 'own',
      isFavorite: async ({ id }, _args, context) =>
        (await exercises.userData(requireViewer(context).id, id)).isFavorite,
      lastPerformedAt: async ({ id }, _args, context) =>
        (await exercises.userData(requireViewer(context).id, id)).lastPerformedAt,
      timesPerformed: async ({ id }, _args, context) =>
        (await exercises.userData(requireViewer(context).id, id)).timesPerformed,
      alternatives: (exercise, { first, equipment }, { viewer }) =>
        exercises.alternatives(exercise, viewer?.id ?? null, first, equipment ?? null),
    },
  }) satisfies Resolvers

const presentRow = (row: StoredRecord<ExerciseContent, DeletedExerciseContent> | null) =>
  row && toExercise(row)
