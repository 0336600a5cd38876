import { badUserInput } from '../errors.js';
import { compareKeys, decodeCursor, encodeCursor } from './cursors.js';
const defaultSize = 20;
const maxSize = 100;
/** The page of a sorted list that is held in memory. @throws AppError BAD_USER_INPUT */
export function pageOf({ items, keyOf, exampleKey }, wanted) {
    const first = checkedSize('first', wanted.first);
    const last = checkedSize('last', wanted.last);
    const place = (argument) => {
        const cursor = wanted[argument];
        return cursor == null ? null : decodeCursor(argument, cursor, exampleKey);
    };
    const after = place('after');
    const before = place('before');
    // The first item whose key is past the cursor; the item of the cursor itself may be gone.
    let start = after ? lowerBound(items, item => compareKeys(keyOf(item), after) > 0) : 0;
    let end = before ? lowerBound(items, item => compareKeys(keyOf(item), before) >= 0) : items.length;
    end = Math.max(start, end);
    if (first !== null || last === null)
        end = Math.min(end, start + (first ?? defaultSize));
    if (last !== null)
        start = Math.max(start, end - last);
    const edges = items.slice(start, end).map(node => ({ cursor: encodeCursor(keyOf(node)), node }));
    return {
        totalCount: items.length,
        pageInfo: {
            hasNextPage: end < items.length,
            hasPreviousPage: start > 0,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
        },
        edges,
    };
}
function checkedSize(argument, size) {
    if (size == null)
        return null;
    if (size < 0 || size > maxSize)
        throw badUserInput(`${argument} must be from 0 to ${maxSize}.`);
    return size;
}
/** Index of the first item for which `past` holds; it holds for all that follow. */
function lowerBound(items, past) {
    let [low, high] = [0, items.length];
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (past(items[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
//# sourceMappingURL=pages.js.map