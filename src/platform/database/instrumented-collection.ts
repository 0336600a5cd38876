import type { Collection, Entity } from './database.js'
import type { DatabaseInstrumentation } from './instrumentation.js'

/**
 * Returns a collection that reports its commands.
 * @param isBatched returns whether a read by id is sent to the database in a batch
 */
export function instrumentCollection<T extends Entity>(
  inner: Collection<T>,
  collection: string,
  instrumentation: DatabaseInstrumentation,
  isBatched: () => boolean,
): Collection<T> {
  const command = <V>(name: keyof Collection<T>, filter: object | undefined, work: () => Promise<V>) =>
    instrumentation.command({ collection, name, filter }, work)

  return {
    findById: id =>
      isBatched()
        ? instrumentation.read(collection, () => inner.findById(id))
        : command('findById', { _id: id }, () => inner.findById(id)),
    findByIds: ids =>
      isBatched()
        ? instrumentation.read(collection, () => inner.findByIds(ids))
        : command('findByIds', { _id: ids }, () => inner.findByIds(ids)),
    findOne: (filter, options) => command('findOne', filter, () => inner.findOne(filter, options)),
    find: (filter, options) => command('find', filter, () => inner.find(filter, options)),
    insertOne: document => command('insertOne', undefined, () => inner.insertOne(document)),
    updateOne: (filter, update, options) =>
      command('updateOne', filter, () => inner.updateOne(filter, update, options)),
    updateMany: (filter, update) => command('updateMany', filter, () => inner.updateMany(filter, update)),
    findOneAndUpdate: (filter, update, options) =>
      command('findOneAndUpdate', filter, () => inner.findOneAndUpdate(filter, update, options)),
    findOneAndDelete: filter => command('findOneAndDelete', filter, () => inner.findOneAndDelete(filter)),
    deleteOne: filter => command('deleteOne', filter, () => inner.deleteOne(filter)),
    deleteMany: filter => command('deleteMany', filter, () => inner.deleteMany(filter)),
    countDocuments: filter => command('countDocuments', filter, () => inner.countDocuments(filter)),
    // An empty list of writes is not sent to the database.
    bulkWrite: async writes =>
      writes.length === 0 ? undefined : command('bulkWrite', undefined, () => inner.bulkWrite(writes)),
  }
}
