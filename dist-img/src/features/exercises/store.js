import { ObjectId } from 'mongodb';
import { DuplicateKeyError } from '../../data/database.js';
export function exerciseStore(database) {
    const exercises = database.collection('exercises', [
        { key: { slug: 1 }, unique: true },
        { key: { updatedAt: 1 } },
    ]);
    return {
        async all() {
            return (await exercises.find({})).map(toExercise);
        },
        async bySource(source) {
            return (await exercises.find({ source })).map(toExercise);
        },
        /** Changes whenever an exercise is added or changed. */
        async revision() {
            const [count, [latest]] = await Promise.all([
                exercises.countDocuments({}),
                exercises.find({}, { sort: { updatedAt: -1 }, limit: 1 }),
            ]);
            return `${count} ${latest?.updatedAt.getTime()}`;
        },
        /** False if the slug is taken. */
        async insert(entry, source, now) {
            try {
                await exercises.insertOne({ _id: new ObjectId(), ...entry, source, updatedAt: now });
                return true;
            }
            catch (error) {
                if (error instanceof DuplicateKeyError)
                    return false;
                throw error;
            }
        },
        async replace(entry, source, now) {
            await exercises.updateOne({ slug: entry.slug, source }, { $set: { ...entry, updatedAt: now } });
        },
    };
}
function toExercise({ _id, source, ...exercise }) {
    return { id: _id.toHexString(), ...exercise };
}
//# sourceMappingURL=store.js.map