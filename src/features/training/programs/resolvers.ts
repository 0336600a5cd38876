import type { Resolvers } from '../../../../generated/resolvers.js'
import { parseIdOrSlug } from '../../../lib/ids.js'
import { localeOf, requireViewer, type RequestContext } from '../../../viewer.js'
import type { ExerciseService } from '../exercises/service.js'
import { translateWeeks, translate } from './builtin/translations.js'
import { builtInOwnerId } from './builtin/owner.js'
import type { ProgramWeek } from './models.js'
import type { ProgramService } from './service.js'
import { weeksLoader } from './weeks-loader.js'

interface Services {
  programs: ProgramService
  exercises: Pick<ExerciseService, 'find'>
}

interface ProgramOrVersion {
  ownerId: string | null
  title: string
  description: string | null
}

export const programResolvers = ({ programs, exercises }: Services) => {
  const loadWeeks = weeksLoader(programs)

  const title = ({ ownerId, title }: ProgramOrVersion, _args: object, context: RequestContext) =>
    ownerId === builtInOwnerId ? translate(title, localeOf(context)) : title

  const description = ({ ownerId, description }: ProgramOrVersion, _args: object, context: RequestContext) =>
    description !== null && ownerId === builtInOwnerId
      ? translate(description, localeOf(context))
      : description

  const localizeWeeks = (
    { ownerId }: ProgramOrVersion,
    weeks: ProgramWeek[],
    context: RequestContext,
  ): ProgramWeek[] => (ownerId === builtInOwnerId ? translateWeeks(weeks, localeOf(context)) : weeks)

  return {
    Query: {
      program(_root, args, context) {
        const { id: userId } = requireViewer(context)
        const { id, slug } = parseIdOrSlug(args)
        return slug === undefined ? programs.get(userId, id) : programs.getBySlug(userId, slug)
      },
      programs: (_root, args, context) => programs.list(requireViewer(context).id, args),
      recommendedPrograms: (_root, { first }, context) =>
        programs.recommend(requireViewer(context).id, first),
    },
    Program: {
      title,
      description,
      programLevel: ({ level }) => level,
      isMine: ({ ownerId }, _args, { viewer }) => ownerId === viewer?.id,
      isBuiltIn: ({ ownerId }) => ownerId === builtInOwnerId,
      weeks: async (program, { from, first }, context) =>
        localizeWeeks(program, await loadWeeks(context, { program, from, first }), context),
    },
    ProgramVersion: {
      program: ({ programId }, _args, context) => programs.find(requireViewer(context).id, programId),
      title,
      description,
      programLevel: ({ level }) => level,
      weeks: (version, { from, first }, context) =>
        localizeWeeks(version, programs.versionWeeks(version, from, first), context),
    },
    PlannedExercise: {
      entryId: ({ id }) => id,
      exercise: ({ exerciseId }, _args, context) => exercises.find(exerciseId, requireViewer(context).id),
    },
    Progression: {
      harderExerciseId: ({ harderExerciseId }) => harderExerciseId ?? null,
      harderExercise: ({ harderExerciseId }, _args, context) =>
        harderExerciseId ? exercises.find(harderExerciseId, requireViewer(context).id) : null,
    },
    PlannedSet: {
      isAmrap: ({ isAmrap }) => isAmrap ?? false,
    },
  } satisfies Resolvers
}
