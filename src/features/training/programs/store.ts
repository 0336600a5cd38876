import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { readInOrder } from '../../../platform/database/read-in-order.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { StoredRecord } from '../../owned/models.js'
import { ownedView } from '../../owned/view.js'
import { derivedId } from '../../../lib/ids.js'
import type {
  Program,
  ProgramContent,
  ProgramDerived,
  ProgramVersion,
  ProgramWeek,
  PublishedContent,
} from './models.js'

export type StoredProgram = StoredRecord<ProgramContent, ProgramDerived>

/** A program without its weeks, which can be a megabyte large. */
export type ProgramListing = Omit<Program, 'ownerId' | 'loadedWeeks'>

/** The listings of all programs of one user in one document, so that a list costs one read. */
interface UserProgramsDocument extends Entity {
  programs?: Record<string, Omit<ProgramListing, 'id'>>
}

interface VersionDocument extends Entity, Omit<PublishedContent, 'programId'> {
  programId: ObjectId
  publishedAt: Date
  /** Missing once the account of the owner is deleted. */
  ownerId?: ObjectId
  /** True if it was published for everyone. */
  isPublic?: boolean
}

interface PublicProgramDocument extends Entity, Omit<ProgramListing, 'id'> {
  ownerId: ObjectId
}

/** A single document that counts the changes of the public programs. */
interface RevisionDocument extends Entity {
  number: number
}

/** A version can be a megabyte large. */
const versionBatchSize = 10

const revisionId = new ObjectId('000000000000000000000001')

/** The id of a published version, derived from the program's id and the number. */
export const versionIdOf = (programId: string, number: number): string =>
  derivedId(`${programId}:version ${number}`)

export function programStore(database: Database) {
  const { find } = ownedView<ProgramContent, ProgramDerived>(database, 'PROGRAM')
  const userPrograms = database.collection<UserProgramsDocument>('userPrograms')
  const versions = database.collection<VersionDocument>('programVersions', [
    { key: { programId: 1, number: 1 }, unique: true },
    { key: { ownerId: 1 } },
  ])
  const publicPrograms = database.collection<PublicProgramDocument>('publicPrograms')
  const revisions = database.collection<RevisionDocument>('publicProgramRevisions')
  const incrementRevision = () =>
    revisions.updateOne({ _id: revisionId }, { $inc: { number: 1 } }, { upsert: true })

  return {
    find,

    async findUserPrograms(userId: string): Promise<ProgramListing[]> {
      const document = await userPrograms.findById(new ObjectId(userId))
      return Object.entries(document?.programs ?? {}).map(([id, listing]) => ({ id, ...listing }))
    },

    async updateUserPrograms(
      userId: string,
      saved: readonly ProgramListing[],
      deletedIds: readonly string[],
    ): Promise<void> {
      const $set = Object.fromEntries(saved.map(({ id, ...listing }) => [`programs.${id}`, listing]))
      const $unset = Object.fromEntries(deletedIds.map(id => [`programs.${id}`, true as const]))
      const update = { ...(saved.length > 0 && { $set }), ...(deletedIds.length > 0 && { $unset }) }
      await userPrograms.updateOne({ _id: new ObjectId(userId) }, update, { upsert: true })
    },

    async findVersion(id: string): Promise<ProgramVersion | null> {
      const found = await versions.findById(new ObjectId(id))
      return found && toVersion(found)
    },

    /** The number of the latest published version; 0 if there is none. */
    async latestVersionNumber(programId: string): Promise<number> {
      const filter = { programId: new ObjectId(programId) }
      const [latest] = await versions.find(filter, { sort: { number: -1 }, limit: 1 })
      return latest?.number ?? 0
    },

    async insertVersions(
      { ownerId, isPublic }: { ownerId: string; isPublic: boolean },
      contents: readonly PublishedContent[],
      publishedAt: Date,
    ): Promise<void> {
      await versions.bulkWrite(
        contents.map(({ programId, ...version }) => ({
          insertOne: {
            document: {
              ...version,
              _id: new ObjectId(versionIdOf(programId, version.number)),
              programId: new ObjectId(programId),
              publishedAt,
              ownerId: new ObjectId(ownerId),
              isPublic,
            },
          },
        })),
      )
    },

    /** Reads the user's own versions one by one. */
    async *streamPrivateVersions(userId: string): AsyncGenerator<ProgramVersion> {
      const filter = { ownerId: new ObjectId(userId), isPublic: { $ne: true } }
      const all = { filter, sort: { _id: 1 as const }, batchSize: versionBatchSize }
      for await (const found of readInOrder(versions, all)) yield toVersion(found)
    },

    async replaceWeeks(versionId: string, weeks: readonly ProgramWeek[]): Promise<void> {
      await versions.updateOne({ _id: new ObjectId(versionId) }, { $set: { weeks: [...weeks] } })
    },

    async findPublicPrograms(): Promise<Program[]> {
      return (await publicPrograms.find({})).map(toProgram)
    },

    /** Increments the revision, so that concurrent updates by several owners conflict. */
    async updatePublicPrograms(
      ownerId: string,
      published: readonly ProgramListing[],
      unpublishedIds: readonly string[],
    ): Promise<void> {
      await publicPrograms.bulkWrite([
        ...published.map(({ id, ...listing }) => ({
          updateOne: {
            filter: { _id: new ObjectId(id) },
            update: { $set: { ...listing, ownerId: new ObjectId(ownerId) } },
            upsert: true,
          },
        })),
        ...unpublishedIds.map(id => ({ deleteOne: { filter: { _id: new ObjectId(id) } } })),
      ])
      await incrementRevision()
    },

    /**
     * Deletes the user's programs, but keeps public versions without their owner, because other users train by them.
     */
    async erase(userId: string): Promise<void> {
      const ownerId = new ObjectId(userId)
      if ((await publicPrograms.deleteMany({ ownerId })) > 0) await incrementRevision()
      await versions.updateMany({ ownerId, isPublic: true }, { $unset: { ownerId: true } })
      await deleteInChunks(versions, { ownerId })
      await userPrograms.deleteOne({ _id: ownerId })
    },

    /** Changes whenever the public programs change. */
    async publicRevision(): Promise<number> {
      return (await revisions.findById(revisionId))?.number ?? 0
    },
  }
}

export type ProgramStore = ReturnType<typeof programStore>

function toVersion({ _id, programId, ownerId, ...version }: VersionDocument): ProgramVersion {
  return {
    ...version,
    id: _id.toHexString(),
    programId: programId.toHexString(),
    ownerId: ownerId?.toHexString() ?? null,
    isPublic: version.isPublic ?? false,
  }
}

function toProgram({ _id, ownerId, ...listing }: PublicProgramDocument): Program {
  return { id: _id.toHexString(), ownerId: ownerId.toHexString(), ...listing, loadedWeeks: null }
}
