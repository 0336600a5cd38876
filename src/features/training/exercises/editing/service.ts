import { isDeepStrictEqual } from 'node:util'
import { badUserInputAt, conflict, notFound } from '../../../../errors.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { formatCount } from '../../../../lib/plural.js'
import type { Database } from '../../../../platform/database/database.js'
import type { RequestContext } from '../../../../viewer.js'
import type { WriteConflict } from '../../../owned/models.js'
import type { AccountService } from '../../../people/account/service.js'
import type { AuditAction } from '../../../people/audit/models.js'
import type { AuditService } from '../../../people/audit/service.js'
import type { CatalogueService } from '../catalogue-service.js'
import type { ExerciseImageService } from '../images/service.js'
import type { CatalogueContent, CatalogueExerciseDraft, Exercise } from '../models.js'
import type { ExerciseStore } from '../store.js'
import { readCatalogueExercise } from './input.js'

/** Every instance holds the catalogue in memory. */
export const maxCatalogueExercises = 20_000
const maxListedArchived = 50

interface Dependencies {
  exercises: ExerciseStore
  catalogue: Pick<CatalogueService, 'index' | 'invalidate'>
  images: Pick<ExerciseImageService, 'use'>
  account: Pick<AccountService, 'requireAdmin'>
  audit: Pick<AuditService, 'record'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/** The exercise after the command, and the conflict that prevented it. */
interface CatalogueWrite {
  exercise: Exercise
  conflict: WriteConflict | null
}

/** Changes the catalogue on behalf of administrators. */
export function catalogueEditor(dependencies: Dependencies) {
  const { exercises, catalogue, images, account, audit, database, clock } = dependencies

  /** @param work returns the conflict, or null after a change; `UNCHANGED` if there was nothing to do */
  async function change(
    context: RequestContext,
    { id, action }: { id: string; action: AuditAction },
    work: (before: Exercise | null) => Promise<WriteConflict | 'UNCHANGED' | null>,
  ): Promise<CatalogueWrite> {
    const { id: actor } = await account.requireAdmin(context)
    const outcome = await database.transaction(actor, async () => {
      await account.requireAdmin(context)
      const outcome = await work(await exercises.find(id))
      if (outcome !== null) return outcome
      await exercises.incrementRevision()
      await audit.record({ actor, subject: actor, action, catalogueExerciseId: id, client: context.client })
      return null
    })
    catalogue.invalidate()
    const exercise = (await catalogue.index()).byId.get(id)
    if (!exercise) throw notFound('exercise')
    return { exercise, conflict: outcome === 'UNCHANGED' ? null : outcome }
  }

  return {
    /** Lists archived exercises, the last changed first. @throws AppError UNAUTHENTICATED, FORBIDDEN */
    async archived(context: RequestContext): Promise<Exercise[]> {
      await account.requireAdmin(context)
      const { byId } = await catalogue.index()
      const archived = [...byId.values()].filter(({ isArchived }) => isArchived)
      archived.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
      return archived.slice(0, maxListedArchived)
    },

    /**
     * Creates or replaces an exercise; an archived one is listed again.
     * @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, CONFLICT
     */
    async save(context: RequestContext, draft: CatalogueExerciseDraft): Promise<CatalogueWrite> {
      await account.requireAdmin(context)
      const save = readCatalogueExercise(draft, 'input')
      const { id, expectedVersion } = save
      return change(context, { id, action: 'CATALOGUE_EXERCISE_SAVED' }, async before => {
        const content = { ...save.content, images: await images.use(save.images, 'input.images') }
        if (before && isUnchanged(before, content)) return 'UNCHANGED'
        if ((before?.version ?? null) !== expectedVersion) return 'VERSION'
        if (before) assertKept(before, content)
        else await assertCanCreate(content.slug)
        await exercises.save(id, content, before, clock())
        return null
      })
    },

    /**
     * Hides an exercise from lists, searches and suggestions. Workouts, programs and routines keep it.
     * @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND
     */
    async archive(
      context: RequestContext,
      { id, expectedVersion }: { id: string; expectedVersion?: number | null },
    ): Promise<CatalogueWrite> {
      await account.requireAdmin(context)
      const target = { id: parseIdAt(id, 'input.id'), action: 'CATALOGUE_EXERCISE_ARCHIVED' as const }
      return change(context, target, async before => {
        if (!before) throw notFound('exercise')
        if (before.isArchived) return 'UNCHANGED'
        if (expectedVersion != null && expectedVersion !== before.version) return 'VERSION'
        await exercises.archive(before, clock())
        return null
      })
    },
  }

  /** @throws AppError BAD_USER_INPUT, CONFLICT */
  async function assertCanCreate(slug: string): Promise<void> {
    if (await exercises.isSlugTaken(slug))
      throw badUserInputAt('input.slug', 'is the slug of another exercise.')
    if ((await exercises.count()) >= maxCatalogueExercises)
      throw conflict(`The catalogue has ${formatCount(maxCatalogueExercises)} exercises, the maximum.`)
  }
}

export type CatalogueEditor = ReturnType<typeof catalogueEditor>

/** Programs name exercises by their slug, and the sets of workouts depend on the other fields. */
function assertKept(before: Exercise, content: CatalogueContent): void {
  for (const field of ['slug', 'trackingType', 'bodyweightShare'] as const)
    if (before[field] !== content[field])
      throw badUserInputAt(
        `input.${field}`,
        `cannot change, because workouts and programs depend on it. Archive this exercise and create another one.`,
      )
}

const isUnchanged = (before: Exercise, content: CatalogueContent): boolean =>
  !before.isArchived &&
  isDeepStrictEqual(
    Object.keys(content).map(field => before[field as keyof Exercise]),
    Object.values(content),
  )
