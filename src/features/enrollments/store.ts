import { ObjectId } from 'mongodb'
import { mapNodes, type Page, type PageArguments } from '../../lib/pages.js'
import type { Database } from '../../platform/database/database.js'
import { findPage } from '../../platform/database/page.js'
import { ownedView, tooLarge, toRow } from '../owned/view.js'
import type { ProgramVersion } from '../programs/models.js'
import type { EnrollmentContent, EnrollmentDerived, EnrollmentRow } from './models.js'

export function enrollmentStore(database: Database) {
  const view = ownedView<EnrollmentContent, EnrollmentDerived>(database, 'ENROLLMENT', [
    { key: { createdAt: -1, _id: -1 } },
    { key: { 'content.programId': 1, createdAt: -1 } },
  ])

  return {
    find: view.find,

    async among(userId: string, ids: readonly string[]): Promise<EnrollmentRow[]> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      return (await view.collection.find({ ...view.living(userId), _id })).map(toRow)
    },

    /** The latest one in a program. */
    async latestIn(userId: string, programId: string): Promise<EnrollmentRow | null> {
      const filter = { ...view.living(userId), 'content.programId': programId }
      const [found] = await view.collection.find(filter, { sort: { createdAt: -1 }, limit: 1 })
      return found ? toRow(found) : null
    },

    /** Whether an enrollment of the person began with the version or was upgraded to it last. */
    async isEnrolledIn(
      userId: string,
      { programId, number }: Pick<ProgramVersion, 'programId' | 'number'>,
    ): Promise<boolean> {
      const versions = [{ 'derived.enrolledVersion': number }, { 'content.decisions.upgradedTo': number }]
      const filter = { ...view.living(userId), 'content.programId': programId, $or: versions }
      return (await view.collection.find(filter, { limit: 1 })).length > 0
    },

    /** The latest first. @throws AppError BAD_USER_INPUT */
    async page(
      userId: string,
      totalCount: number,
      wanted: PageArguments,
    ): Promise<Page<EnrollmentRow, number | null>> {
      const order = { field: 'createdAt', type: 'date', direction: -1 } as const
      const list = { filter: view.living(userId), order, totalCount, isEnough: tooLarge }
      return mapNodes(await findPage(view.collection, list, wanted), toRow)
    },
  }
}

export type EnrollmentStore = ReturnType<typeof enrollmentStore>
