import { notFound } from '../../errors.js';
import { pageOf } from '../../lib/pages.js';
import { seconds } from '../../lib/quantities.js';
import { singleLine } from '../../lib/text.js';
import { catalogueIndex } from './catalogue-index.js';
/** How long a change by another instance may go unseen, in milliseconds. */
const staleness = 5 * seconds;
const writtenAtOnce = 32;
export function exerciseService({ exercises, clock }) {
    let loaded;
    let loading;
    async function load() {
        const revision = await exercises.revision();
        const index = loaded?.revision === revision ? loaded.index : await catalogueIndex(await exercises.all());
        loaded = { revision, checkedAt: Date.now(), index };
        return index;
    }
    async function catalogue() {
        if (loaded && Date.now() - loaded.checkedAt < staleness)
            return loaded.index;
        loading ??= load().finally(() => (loading = undefined));
        return loading;
    }
    return {
        /** @throws AppError NOT_FOUND */
        async get(id) {
            const exercise = (await catalogue()).byId.get(id);
            if (!exercise)
                throw notFound('exercise');
            return exercise;
        },
        /** A page of the catalogue, by name or by relevance. @throws AppError BAD_USER_INPUT */
        async list(search, page) {
            const words = singleLine(search, { field: 'search', maxLength: 100 });
            const { edges, ...rest } = pageOf((await catalogue()).list(words), page);
            return { ...rest, edges: edges.map(({ cursor, node }) => ({ cursor, node: node.exercise })) };
        },
        /** Adds what is new and changes what differs; doing it again changes nothing. */
        async import(entries, source, onProgress) {
            const known = new Map((await exercises.bySource(source)).map(exercise => [exercise.slug, exercise]));
            const report = { added: 0, changed: 0, unchanged: 0, taken: [] };
            async function take(entry) {
                const existing = known.get(entry.slug);
                if (existing && isSame(existing, entry))
                    report.unchanged++;
                else if (existing) {
                    await exercises.replace(entry, source, clock());
                    report.changed++;
                }
                else if (await exercises.insert(entry, source, clock()))
                    report.added++;
                else
                    report.taken.push(entry.slug);
                onProgress?.();
            }
            for (let at = 0; at < entries.length; at += writtenAtOnce)
                await Promise.all(entries.slice(at, at + writtenAtOnce).map(take));
            loaded = undefined;
            return report;
        },
    };
}
const isSame = (existing, entry) => Object.keys(entry).every(field => JSON.stringify(existing[field]) === JSON.stringify(entry[field]));
//# sourceMappingURL=service.js.map