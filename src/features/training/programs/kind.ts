import type { Validator } from '../../owned/batch.js'
import type { SaveWrite } from '../../owned/models.js'
import type { RecordTypeService, OwnedService } from '../../owned/service.js'
import { programFollower, publishesForAll, type FollowDependencies } from './follow.js'
import { demandKnown, demandOfCatalogue, demandRoom, demandRoomForSets, demandTraining } from './judge.js'
import type { ProgramContent, ProgramDerived } from './models.js'
import { exerciseIdsIn, exerciseIdsOf, setCountOf } from './outline.js'

export interface ProgramKindDependencies extends FollowDependencies {
  owned: OwnedService
}

export type ProgramKind = RecordTypeService<ProgramContent, ProgramDerived>

/** What programs add to the way in which everything owned is written. */
export function programKind(dependencies: ProgramKindDependencies): ProgramKind {
  const { programs, owned, exercises, account } = dependencies

  async function judge(
    userId: string,
    saves: readonly SaveWrite<ProgramContent>[],
  ): Promise<Validator<ProgramContent>> {
    const known = await exercises.known(userId, exerciseIdsOf(saves))
    const shelf = await programs.shelf(userId)
    const setCounts = new Map(shelf.map(({ id, setCount }) => [id, setCount]))
    const published = new Set(
      shelf.filter(({ visibility }) => visibility === 'PUBLISHED').map(({ id }) => id),
    )
    const mayPublish = saves.some(
      ({ id, content }) => content.visibility === 'PUBLISHED' || published.has(id),
    )
    const isForAll = mayPublish && (await publishesForAll(account, userId))

    return (save, { before, head }) => {
      const { id, content, expectedVersion } = save
      // What it has named before may have been deleted since: it can still be changed elsewhere, and archived.
      const named = new Set(before?.content ? exerciseIdsIn(before.content.weeks) : [])
      demandKnown(save, { has: exerciseId => known.has(exerciseId) || named.has(exerciseId) })
      const after = new Map(setCounts).set(id, setCountOf(content.weeks))
      demandRoomForSets([...after.values()])
      if (before === null && expectedVersion === null) demandRoom(head.counts.PROGRAM ?? 0)
      // What is refused for its version takes no room from those after it.
      if ((before?.version ?? null) === expectedVersion) setCounts.set(id, setCountOf(content.weeks))
      if (content.visibility !== 'PUBLISHED') return
      demandTraining(save)
      if (isForAll) demandOfCatalogue(save, known)
    }
  }

  return owned.defineRecordType<ProgramContent, ProgramDerived>({
    type: 'PROGRAM',
    // It is published and archived by mutations of their own.
    complete: (content, stored, derived) => ({
      ...content,
      // One that was derived and is sent back as it was read is nothing new.
      slug: stored && content.slug === derived?.slug ? stored.slug : content.slug,
      visibility: content.visibility ?? stored?.visibility ?? 'DRAFT',
    }),
    validate: judge,
    derive: programFollower(dependencies),
  })
}
