import { parseIdAt } from '../../../lib/ids.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { RequestContext } from '../../../viewer.js'
import type { AccountService } from '../../people/account/service.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { EnrollmentCounts, ManagedEnrollment } from './models.js'
import { statusOf, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'countOfProgram' | 'pageOfProgram'>
  account: Pick<AccountService, 'requireAdmin'>
  programs: Pick<ProgramService, 'get'>
}

/** Lists the enrollments of all users in a program for administrators, the latest first. */
export const managedEnrollments =
  ({ enrollments, account, programs }: Dependencies) =>
  /** @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND */
  async (
    context: RequestContext,
    programId: string,
    pageArguments: PageArguments,
  ): Promise<Page<ManagedEnrollment> & EnrollmentCounts> => {
    const { id: viewerId } = await account.requireAdmin(context)
    const id = parseIdAt(programId, 'programId')
    const counts = await enrollments.countOfProgram(id)
    const page = await enrollments.pageOfProgram(id, counts.totalCount, pageArguments)
    await programs.get(viewerId, id)
    const { edges, pageInfo } = mapNodes(page, ({ _id, userId, createdAt, content, derived }) => ({
      enrollmentId: _id.toHexString(),
      userId: userId.toHexString(),
      enrollmentStatus: content ? statusOf(content, derived ?? null) : 'FINISHED',
      programVersion: content && derived ? versionNumberOf(content, derived) : 1,
      enrolledAt: createdAt,
    }))
    return { ...counts, edges, pageInfo }
  }
