import type { Resolvers } from '../../../../generated/resolvers.js'
import { badUserInputAt } from '../../../errors.js'
import { localeOf, requirePermanentViewer, requireViewer } from '../../../viewer.js'
import { localizedTexts } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramService } from '../../training/programs/service.js'
import { presentRoutine } from '../../training/routines/record.js'
import type { RoutineRow } from '../../training/routines/models.js'
import type { sharedItemCopier } from './shared-item-copier.js'
import type { ShareLinkService } from './service.js'

interface Dependencies {
  shareLinks: ShareLinkService
  copySharedItem: ReturnType<typeof sharedItemCopier>
  exercises: Pick<ExerciseService, 'findMany'>
  programs: Pick<ProgramService, 'present'>
  urlOf(token: string): string
}

export const shareLinkResolvers = ({
  shareLinks,
  copySharedItem,
  exercises,
  programs,
  urlOf,
}: Dependencies) =>
  ({
    Query: {
      shareLinks: (_root, _args, context) => shareLinks.list(requireViewer(context).id),
      sharedItem: (_root, { token }) => shareLinks.get(token),
    },
    Mutation: {
      async createShareLink(_root, { input }, context) {
        const shareLink = await shareLinks.create(requirePermanentViewer(context).id, input)
        return { shareLink, token: shareLinks.tokenOf(shareLink) }
      },
      revokeShareLink: async (_root, { input }, context) => ({
        revokedId: await shareLinks.revoke(requirePermanentViewer(context).id, input),
      }),
      async copySharedItem(_root, { input }, context) {
        const { id: userId } = requireViewer(context)
        const { kind, row, conflict } = await copySharedItem(userId, input, localeOf(context))
        const [program = null] = kind === 'PROGRAM' && row ? programs.present(userId, [row]) : []
        const routine = kind === 'ROUTINE' && row ? presentRoutine(row as RoutineRow) : null
        return { program, routine, conflict }
      },
    },
    ShareLink: {
      url: link => urlOf(shareLinks.tokenOf(link)),
      itemKind: ({ subject }) => subject.kind,
      itemId: ({ subject }) => subject.id,
    },
    SharedItem: {
      kind: ({ link }) => link.subject.kind,
      async days({ link, weekCount, days }, { week }, context) {
        if (week < 1 || week > weekCount) throw badUserInputAt('week', `must be between 1 and ${weekCount}.`)
        const found = await days(week)
        const planned = found.flatMap(day => day.exercises)
        const exercisesById = await exercises.findMany(
          link.ownerId,
          planned.map(({ exerciseId }) => exerciseId),
        )
        const locale = localeOf(context)
        return found.map(day => ({
          name: day.name,
          exercises: day.exercises.flatMap(({ exerciseId, sets }) => {
            const exercise = exercisesById.get(exerciseId)
            if (!exercise) return []
            return [
              {
                name: localizedTexts(exercise, locale).name,
                exercise: exercise.source === 'own' ? null : exercise,
                sets: sets.map(set => ({ ...set, isAmrap: set.isAmrap ?? false })),
              },
            ]
          }),
        }))
      },
    },
  }) satisfies Resolvers
