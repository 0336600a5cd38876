import type { SaveWrite } from '../../owned/models.js'
import type { RecordTypeService, Validator } from '../../owned/record-type.js'
import type { OwnedService } from '../../owned/service.js'
import { programDerivation, publishesToEveryone, type DerivationDependencies } from './derivation.js'
import type { ProgramContent, ProgramDerived } from './models.js'
import {
  assertCatalogueExercises,
  assertKnownExercises,
  assertProgramLimit,
  assertSetLimit,
  assertTrainingDay,
} from './validation.js'
import { countSets, exerciseIdsOf, exerciseIdsOfPrograms } from './weeks-summary.js'

export interface ProgramRecordTypeDependencies extends DerivationDependencies {
  owned: OwnedService
}

export type ProgramRecordType = RecordTypeService<ProgramContent, ProgramDerived>

export function programRecordType(dependencies: ProgramRecordTypeDependencies): ProgramRecordType {
  const { programs, owned, exercises, account } = dependencies

  async function createValidator(
    userId: string,
    saves: readonly SaveWrite<ProgramContent>[],
  ): Promise<Validator<ProgramContent>> {
    const exercisesById = await exercises.findMany(userId, exerciseIdsOfPrograms(saves))
    const listings = await programs.findUserPrograms(userId)
    const setCounts = new Map(listings.map(({ id, setCount }) => [id, setCount]))
    const published = new Set(
      listings.filter(({ visibility }) => visibility === 'PUBLISHED').map(({ id }) => id),
    )
    const mayPublish = saves.some(
      ({ id, content }) => content.visibility === 'PUBLISHED' || published.has(id),
    )
    const isPublic = mayPublish && (await publishesToEveryone(account, userId))

    return (save, { before, head }) => {
      const { id, content, expectedVersion } = save
      // Accept exercises of the stored program even if they were deleted since, so that it can be edited and archived.
      const previous = new Set(before?.content ? exerciseIdsOf(before.content.weeks) : [])
      assertKnownExercises(save, {
        has: exerciseId => exercisesById.has(exerciseId) || previous.has(exerciseId),
      })
      const after = new Map(setCounts).set(id, countSets(content.weeks))
      assertSetLimit([...after.values()])
      if (before === null && expectedVersion === null) assertProgramLimit(head.counts.PROGRAM ?? 0)
      // A write that is rejected for its version does not count towards the limit of the writes after it.
      if ((before?.version ?? null) === expectedVersion) setCounts.set(id, countSets(content.weeks))
      if (content.visibility !== 'PUBLISHED') return
      assertTrainingDay(save)
      if (isPublic) assertCatalogueExercises(save, exercisesById)
    }
  }

  return owned.defineRecordType<ProgramContent, ProgramDerived>({
    type: 'PROGRAM',
    async prepare(userId, saves) {
      return {
        complete: (content, stored, derived) => ({
          ...content,
          // A derived slug that is sent back as it was read is not a change.
          slug: stored && content.slug === derived?.slug ? stored.slug : content.slug,
          visibility: content.visibility ?? stored?.visibility ?? 'DRAFT',
        }),
        validate: await createValidator(userId, saves),
      }
    },
    derive: programDerivation(dependencies),
  })
}
