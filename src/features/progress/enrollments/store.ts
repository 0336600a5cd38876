import { ObjectId, type Filter } from 'mongodb'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { Database, Projection } from '../../../platform/database/database.js'
import { findPage } from '../../../platform/database/find-page.js'
import { ownedView, toStoredRecord, type OwnedDocument } from '../../owned/view.js'
import type { EnrollmentContent, EnrollmentCounts, EnrollmentDerived, EnrollmentRow } from './models.js'

/** The versions of a program that an enrollment began with and was upgraded to last. */
interface EnrolledVersions {
  programId: string
  numbers: number[]
}

type EnrollmentFilter = Filter<OwnedDocument<EnrollmentContent, EnrollmentDerived>>

const versionFields: Projection = {
  'content.programId': 1,
  'content.decisions.upgradedTo': 1,
  'derived.enrolledVersion': 1,
}

export function enrollmentStore(database: Database) {
  const view = ownedView<EnrollmentContent, EnrollmentDerived>(database, 'ENROLLMENT', [
    { key: { createdAt: -1, _id: -1 } },
    { key: { 'content.programId': 1, createdAt: -1 } },
  ])

  const ofAllUsers = database.collection<OwnedDocument<EnrollmentContent, EnrollmentDerived>>(
    'ownedRecords',
    [
      {
        name: 'ENROLLMENT_of_all_users',
        key: { 'content.programId': 1, createdAt: -1, _id: -1 },
        partialFilterExpression: { type: 'ENROLLMENT' },
      },
    ],
  )
  /** Selects the enrollments of all users in a program. */
  const filterOfProgram = (programId: string) =>
    ({ type: 'ENROLLMENT', deletedAt: null, 'content.programId': programId }) as EnrollmentFilter

  return {
    find: view.find,

    /** The enrollments of all users in a program, the latest first. @throws AppError BAD_USER_INPUT */
    pageOfProgram(
      programId: string,
      totalCount: number,
      pageArguments: PageArguments,
    ): Promise<Page<OwnedDocument<EnrollmentContent, EnrollmentDerived>>> {
      const order = { field: 'createdAt', type: 'date', direction: -1 } as const
      return findPage(ofAllUsers, { filter: filterOfProgram(programId), order, totalCount }, pageArguments)
    },

    async countOfProgram(programId: string): Promise<EnrollmentCounts> {
      const filter = filterOfProgram(programId)
      const isFinished = { 'content.decisions.chosenStatus': 'FINISHED' as const }
      const [totalCount, finishedCount] = await Promise.all([
        ofAllUsers.countDocuments(filter),
        ofAllUsers.countDocuments({
          ...filter,
          $or: [{ 'derived.isCompleted': true }, isFinished],
        }),
      ])
      return { totalCount, finishedCount, openCount: totalCount - finishedCount }
    },

    async findMany(userId: string, ids: readonly string[]): Promise<EnrollmentRow[]> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      return (await view.collection.find({ ...view.liveFilter(userId), _id })).map(toStoredRecord)
    },

    async findLatest(userId: string, programId: string): Promise<EnrollmentRow | null> {
      const filter = { ...view.liveFilter(userId), 'content.programId': programId }
      const [found] = await view.collection.find(filter, { sort: { createdAt: -1 }, limit: 1 })
      return found ? toStoredRecord(found) : null
    },

    async enrolledVersions(userId: string, programIds: readonly string[]): Promise<EnrolledVersions[]> {
      const filter = { ...view.liveFilter(userId), 'content.programId': { $in: [...programIds] } }
      const found = await view.collection.find(filter, { projection: versionFields })
      return found.flatMap(({ content, derived }) => {
        const upgradedTo = content?.decisions?.upgradedTo ?? null
        const numbers = [derived?.enrolledVersion ?? null, upgradedTo].filter(number => number !== null)
        return content ? [{ programId: content.programId, numbers }] : []
      })
    },

    /** Newest first. @throws AppError BAD_USER_INPUT */
    async page(
      userId: string,
      totalCount: number,
      pageArguments: PageArguments,
    ): Promise<Page<EnrollmentRow, number | null>> {
      const order = { field: 'createdAt', type: 'date', direction: -1 } as const
      return view.page(userId, { conditions: {}, order, totalCount }, pageArguments)
    },
  }
}

export type EnrollmentStore = ReturnType<typeof enrollmentStore>
