import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { StoredRecord } from '../../owned/models.js'
import { ownedView } from '../../owned/view.js'
import { derivedId } from '../../../lib/ids.js'
import type { Program, ProgramContent, ProgramDerived, ProgramVersion, PublishedContent } from './models.js'

export type ProgramRow = StoredRecord<ProgramContent, ProgramDerived>

/** What lists show of a program: all but its weeks, of which there can be a megabyte. */
export type ProgramListing = Omit<Program, 'ownerId' | 'loadedWeeks'>

/** What lists show of all programs of one person: one read, however many there are. */
interface ShelfDocument extends Entity {
  programs?: Record<string, Omit<ProgramListing, 'id'>>
}

interface VersionDocument extends Entity, Omit<PublishedContent, 'programId'> {
  programId: ObjectId
  publishedAt: Date
  /** Missing once the owner is gone. */
  ownerId?: ObjectId
  /** Whether everyone saw it. */
  isPublic?: boolean
}

/** Whose versions they are, and whether everyone sees them. */
export interface Publisher {
  ownerId: string
  isPublic: boolean
}

/** What everyone sees. */
interface PublicDocument extends Entity, Omit<ProgramListing, 'id'> {
  ownerId: ObjectId
}

/** One document, which counts the changes of what everyone sees. */
interface RevisionDocument extends Entity {
  number: number
}

const revisionId = new ObjectId('000000000000000000000001')

/** The id of a published version: the same on every database, and known before the version is read. */
export const versionIdOf = (programId: string, number: number): string =>
  derivedId(`${programId}:version ${number}`)

export function programStore(database: Database) {
  const { find } = ownedView<ProgramContent, ProgramDerived>(database, 'PROGRAM')
  const shelves = database.collection<ShelfDocument>('userPrograms')
  const versions = database.collection<VersionDocument>('programVersions', [
    { key: { programId: 1, number: 1 }, unique: true },
    { key: { ownerId: 1 } },
  ])
  const publics = database.collection<PublicDocument>('publicPrograms')
  const revisions = database.collection<RevisionDocument>('publicProgramRevisions')
  const revise = () => revisions.updateOne({ _id: revisionId }, { $inc: { number: 1 } }, { upsert: true })

  return {
    find,

    /** All programs of a person, without their weeks. */
    async shelf(userId: string): Promise<ProgramListing[]> {
      const shelf = await shelves.findById(new ObjectId(userId))
      return Object.entries(shelf?.programs ?? {}).map(([id, listing]) => ({ id, ...listing }))
    },

    /** Puts programs on a person's shelf, and takes others off it. */
    async arrange(userId: string, shown: readonly ProgramListing[], gone: readonly string[]): Promise<void> {
      const $set = Object.fromEntries(shown.map(({ id, ...listing }) => [`programs.${id}`, listing]))
      const $unset = Object.fromEntries(gone.map(id => [`programs.${id}`, true as const]))
      const update = { ...(shown.length > 0 && { $set }), ...(gone.length > 0 && { $unset }) }
      await shelves.updateOne({ _id: new ObjectId(userId) }, update, { upsert: true })
    },

    async version(id: string): Promise<ProgramVersion | null> {
      const found = await versions.findById(new ObjectId(id))
      return found && toVersion(found)
    },

    /** The number of the version that was published last; 0 where there is none. */
    async latestNumber(programId: string): Promise<number> {
      const filter = { programId: new ObjectId(programId) }
      const [latest] = await versions.find(filter, { sort: { number: -1 }, limit: 1 })
      return latest?.number ?? 0
    },

    async publish(
      { ownerId, isPublic }: Publisher,
      published: readonly PublishedContent[],
      publishedAt: Date,
    ): Promise<void> {
      await versions.bulkWrite(
        published.map(({ programId, ...version }) => ({
          insertOne: {
            document: {
              ...version,
              _id: new ObjectId(versionIdOf(programId, version.number)),
              ...{ programId: new ObjectId(programId), publishedAt },
              ...{ ownerId: new ObjectId(ownerId), isPublic },
            },
          },
        })),
      )
    },

    /** What everyone sees: the service's own programs and those of some administrators. */
    async publics(): Promise<Program[]> {
      return (await publics.find({})).map(toPublic)
    },

    /** Shows programs of one person to everyone, and others no more. Two who do so at once meet here. */
    async showToAll(
      ownerId: string,
      shown: readonly ProgramListing[],
      gone: readonly string[],
    ): Promise<void> {
      await publics.bulkWrite([
        ...shown.map(({ id, ...listing }) => ({
          updateOne: {
            filter: { _id: new ObjectId(id) },
            update: { $set: { ...listing, ownerId: new ObjectId(ownerId) } },
            upsert: true,
          },
        })),
        ...gone.map(id => ({ deleteOne: { filter: { _id: new ObjectId(id) } } })),
      ])
      await revise()
    },

    /** Leaves nothing of a person but versions that everyone saw, whose they are unsaid: others train by them. */
    async erase(userId: string): Promise<void> {
      const ownerId = new ObjectId(userId)
      if ((await publics.deleteMany({ ownerId })) > 0) await revise()
      await versions.updateMany({ ownerId, isPublic: true }, { $unset: { ownerId: true } })
      await deleteInChunks(versions, { ownerId })
      await shelves.deleteOne({ _id: ownerId })
    },

    /** Another one when what everyone sees has changed. */
    async revision(): Promise<number> {
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

function toPublic({ _id, ownerId, ...listing }: PublicDocument): Program {
  return { id: _id.toHexString(), ownerId: ownerId.toHexString(), ...listing, loadedWeeks: null }
}
