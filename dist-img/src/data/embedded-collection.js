import { BSON, ObjectId } from 'mongodb';
import { aggregated, asReceived, compileFilter } from './embedded-query.js';
import { sorted } from './embedded-sort.js';
import { compileUpdate, updated, upserted } from './embedded-update.js';
import { assertDefined, isPlainObject } from './filters.js';
/**
 * Every operation looks and changes before its first `await`, which makes it atomic in this process, and is
 * acknowledged once what it did is on disk.
 */
export function embeddedCollection(backing) {
    const { documents } = backing;
    const first = (filter, options = {}) => select(backing, filter, { ...options, limit: 1 })[0];
    async function remove(found) {
        for (const document of found)
            documents.remove(document);
        await backing.write(found.map(({ _id }) => ({ collection: backing.name, id: _id.toHexString(), bytes: null })));
        return found.length;
    }
    return {
        findById: async (id) => {
            backing.assertAvailable();
            return documents.byId(id) ?? null;
        },
        findOne: async (filter, options) => first(filter, options) ?? null,
        find: async (filter, options) => select(backing, filter, options),
        insertOne: async (document) => {
            backing.assertAvailable();
            await backing.write([store(backing, document)]);
        },
        updateOne: async (filter, update, options) => (await updateFirst(backing, filter, update, options)).result,
        updateMany: async (filter, update) => {
            const found = select(backing, filter);
            const after = await updateAll(backing, found, filter, compileUpdate(update));
            const modifiedCount = after.filter((document, index) => document !== found[index]).length;
            return { matchedCount: found.length, modifiedCount, upsertedId: null };
        },
        findOneAndUpdate: async (filter, update, options) => (await updateFirst(backing, filter, update, options)).document,
        findOneAndDelete: async (filter) => {
            const found = first(filter);
            if (found)
                await remove([found]);
            return found ?? null;
        },
        deleteOne: async (filter) => remove(select(backing, filter, { limit: 1 })),
        deleteMany: async (filter) => remove(select(backing, filter)),
        countDocuments: async (filter) => select(backing, filter).length,
        aggregate: async (pipeline) => aggregate(backing, pipeline),
    };
}
function select(backing, filter, { sort, limit } = {}) {
    backing.assertAvailable();
    const { filter: received, matches } = compileFilter(filter);
    // As in MongoDB, a limit of 0 is none.
    const count = limit || Infinity;
    const found = [];
    for (const document of backing.documents.candidates(received)) {
        if (matches(document))
            found.push(document);
        if (!sort && found.length >= count)
            break;
    }
    return sort ? sorted(found, sort, count) : found;
}
function store(backing, document) {
    const bytes = BSON.serialize(document, { ignoreUndefined: false });
    const stored = frozenEntity(bytes);
    backing.documents.put(stored);
    return { collection: backing.name, id: stored._id.toHexString(), bytes };
}
/** One document as it is handed out. @throws TypeError when its _id is no ObjectId */
export function frozenEntity(bytes) {
    const document = BSON.deserialize(bytes);
    if (!(document['_id'] instanceof ObjectId))
        throw new TypeError('a document needs an ObjectId as its _id');
    deepFreeze(document);
    return document;
}
function deepFreeze(value) {
    if (!isPlainObject(value) && !Array.isArray(value))
        return;
    for (const inner of Object.values(value))
        deepFreeze(inner);
    Object.freeze(value);
}
/** The documents afterwards; those that the update left alone are the same objects as before. */
async function updateAll(backing, found, filter, fieldChanges) {
    const changes = [];
    try {
        return found.map(document => {
            const next = updated(document, fieldChanges, filter);
            if (!next)
                return document;
            changes.push(store(backing, next));
            return backing.documents.byId(document._id) ?? next;
        });
    }
    finally {
        // Also when a unique index refuses one of them: as in MongoDB, those before it stay changed.
        await backing.write(changes);
    }
}
async function updateFirst(backing, filter, update, { sort, upsert } = {}) {
    const fieldChanges = compileUpdate(update);
    const [found] = select(backing, filter, { sort, limit: 1 });
    if (found) {
        const [document = found] = await updateAll(backing, [found], filter, fieldChanges);
        const modifiedCount = document === found ? 0 : 1;
        return { document, result: { matchedCount: 1, modifiedCount, upsertedId: null } };
    }
    const result = { matchedCount: 0, modifiedCount: 0, upsertedId: null };
    if (!upsert)
        return { document: null, result };
    const { _id, ...fields } = upserted(asReceived(filter), fieldChanges);
    const change = store(backing, { _id, ...fields });
    const document = backing.documents.byId(_id) ?? null;
    await backing.write([change]);
    return { document, result: { ...result, upsertedId: _id } };
}
function aggregate(backing, pipeline) {
    assertDefined(pipeline, 'pipeline');
    const [start, ...rest] = pipeline.map(asReceived);
    if (!start)
        return select(backing, {});
    // The first $match may use an index.
    if (start['$match'])
        return aggregated(select(backing, start['$match']), rest);
    return aggregated(select(backing, {}), [start, ...rest]);
}
//# sourceMappingURL=embedded-collection.js.map