import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdAt } from '../../lib/ids.js'
import { requireViewer } from '../../viewer.js'
import type { AccountService } from '../account/service.js'
import type { ExerciseService } from '../exercises/service.js'
import { weeksInLanguage, inLanguage } from './builtin/words.js'
import { serviceId } from './builtin/owner.js'
import { withinPortion } from './portions.js'
import type { ProgramService } from './service.js'

const which = ({ id, expectedVersion = null }: { id: string; expectedVersion?: number | null }) => ({
  id: parseIdAt(id, 'id'),
  expectedVersion,
})

interface Services {
  programs: ProgramService
  exercises: Pick<ExerciseService, 'find'>
  account: Pick<AccountService, 'localeOf'>
}

export const programResolvers = ({ programs, exercises, account }: Services) =>
  ({
    Query: {
      program: (_root, { id }, asker) => programs.get(requireViewer(asker).id, parseIdAt(id, 'id')),
      programs: (_root, wanted, asker) => programs.list(requireViewer(asker).id, wanted),
      recommendedPrograms: (_root, { first }, asker) => programs.recommended(requireViewer(asker).id, first),
    },
    Mutation: {
      saveProgram: (_root, { input }, asker) => programs.save(requireViewer(asker).id, input),
      publishProgram: (_root, given, asker) => programs.publish(requireViewer(asker).id, which(given)),
      archiveProgram: (_root, given, asker) => programs.archive(requireViewer(asker).id, which(given)),
      async deleteProgram(_root, given, asker) {
        const { program, ...deleted } = await programs.remove(requireViewer(asker).id, which(given))
        return { ...deleted, record: program && { __typename: 'Program' as const, ...program } }
      },
      copyProgram: (_root, { id, newId }, asker) =>
        programs.copy(requireViewer(asker).id, parseIdAt(id, 'id'), parseIdAt(newId, 'newId')),
    },
    Program: {
      title: async ({ ownerId, title }, _args, asker) =>
        ownerId === serviceId ? inLanguage(title, await account.localeOf(asker)) : title,
      description: async ({ ownerId, description }, _args, asker) =>
        description !== null && ownerId === serviceId
          ? inLanguage(description, await account.localeOf(asker))
          : description,
      isMine: ({ ownerId }, _args, { viewer }) => ownerId === viewer?.id,
      isBuiltIn: ({ ownerId }) => ownerId === serviceId,
      async weeks(program, { from, first }, asker) {
        const weeks = await programs.weeks(requireViewer(asker).id, program, from, first)
        const isBuiltIn = program.ownerId === serviceId
        return withinPortion(asker, isBuiltIn ? weeksInLanguage(weeks, await account.localeOf(asker)) : weeks)
      },
    },
    PlannedExercise: {
      exercise: ({ exerciseId }, _args, asker) => exercises.find(exerciseId, requireViewer(asker).id),
    },
  }) satisfies Resolvers
