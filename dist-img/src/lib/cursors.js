import { badUserInput } from '../errors.js';
/** An opaque mark of a place in a list: its sort key. */
export const encodeCursor = (key) => Buffer.from(JSON.stringify(key)).toString('base64url');
/**
 * @param example a key of the list the cursor has to belong to
 * @throws AppError BAD_USER_INPUT
 */
export function decodeCursor(argument, cursor, example) {
    const key = parse(cursor);
    const fits = Array.isArray(key) &&
        key.length === example.length &&
        key.every((part, at) => typeof part === typeof example[at]);
    if (!fits)
        throw badUserInput(`${argument} is not a cursor of this list.`);
    return key;
}
function parse(cursor) {
    try {
        return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    }
    catch {
        return undefined;
    }
}
export function compareKeys(left, right) {
    for (const [at, part] of left.entries()) {
        const other = right[at];
        if (other === undefined || part === other)
            continue;
        return part < other ? -1 : 1;
    }
    return 0;
}
//# sourceMappingURL=cursors.js.map