import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdOrSlug } from '../../lib/ids.js'
import { localeOf, requireViewer, type Asker } from '../../viewer.js'
import type { ExerciseService } from '../exercises/service.js'
import { weeksInLanguage, inLanguage } from './builtin/words.js'
import { readDeletion } from '../owned/deletion.js'
import { serviceId } from './builtin/owner.js'
import { readCommand, readCopy } from './input.js'
import type { ProgramWeek } from './models.js'
import type { ProgramService } from './service.js'

interface Services {
  programs: ProgramService
  exercises: Pick<ExerciseService, 'find'>
}

/** A program or a version of one. */
interface Titled {
  ownerId: string | null
  title: string
  description: string | null
}

export const programResolvers = ({ programs, exercises }: Services) => {
  const title = ({ ownerId, title }: Titled, _args: object, asker: Asker) =>
    ownerId === serviceId ? inLanguage(title, localeOf(asker)) : title

  const description = ({ ownerId, description }: Titled, _args: object, asker: Asker) =>
    description !== null && ownerId === serviceId ? inLanguage(description, localeOf(asker)) : description

  /** In the caller's language if the program is built in. */
  const localized = ({ ownerId }: Titled, weeks: ProgramWeek[], asker: Asker): ProgramWeek[] =>
    ownerId === serviceId ? weeksInLanguage(weeks, localeOf(asker)) : weeks

  return {
    Query: {
      program(_root, args, asker) {
        const { id: userId } = requireViewer(asker)
        const { id, slug } = parseIdOrSlug(args)
        return slug === undefined ? programs.get(userId, id) : programs.getBySlug(userId, slug)
      },
      programs: (_root, wanted, asker) => programs.list(requireViewer(asker).id, wanted),
      recommendedPrograms: (_root, { first }, asker) => programs.recommended(requireViewer(asker).id, first),
    },
    Mutation: {
      saveProgram: (_root, { input }, asker) => programs.save(requireViewer(asker).id, input),
      publishProgram: (_root, { input }, asker) =>
        programs.publish(requireViewer(asker).id, readCommand(input, 'input')),
      archiveProgram: (_root, { input }, asker) =>
        programs.archive(requireViewer(asker).id, readCommand(input, 'input')),
      async deleteProgram(_root, { input }, asker) {
        const { id } = requireViewer(asker)
        const { program, ...deleted } = await programs.remove(id, readDeletion(input, 'input'))
        return { ...deleted, record: program && { __typename: 'Program' as const, ...program } }
      },
      copyProgram: (_root, { input }, asker) =>
        programs.copy(requireViewer(asker).id, readCopy(input, 'input'), localeOf(asker)),
    },
    Program: {
      title,
      description,
      programLevel: ({ level }) => level,
      isMine: ({ ownerId }, _args, { viewer }) => ownerId === viewer?.id,
      isBuiltIn: ({ ownerId }) => ownerId === serviceId,
      async weeks(program, { from, first }, asker) {
        const read = async () =>
          localized(program, await programs.weeks(requireViewer(asker).id, program, from, first), asker)
        return asker.objects ? asker.objects.read(read) : read()
      },
    },
    ProgramVersion: {
      program: ({ programId }, _args, asker) => programs.find(requireViewer(asker).id, programId),
      title,
      description,
      programLevel: ({ level }) => level,
      weeks: (version, { from, first }, asker) =>
        localized(version, programs.versionWeeks(version, from, first), asker),
    },
    PlannedExercise: {
      entryId: ({ id }) => id,
      exercise: ({ exerciseId }, _args, asker) => exercises.find(exerciseId, requireViewer(asker).id),
    },
  } satisfies Resolvers
}
