import { MalformedImageError } from './malformed.js';
const mostPieces = 65_536;
export function newPlan() {
    const pieces = [];
    let size = 0;
    function add(piece, length) {
        if (length === 0)
            return;
        if (pieces.length === mostPieces)
            throw new MalformedImageError('the image has too many parts');
        pieces.push(piece);
        size += length;
    }
    return {
        pieces,
        get size() {
            return size;
        },
        keep(from, to) {
            const last = pieces.at(-1);
            if (last === undefined || !('from' in last) || last.to !== from)
                return add({ from, to }, to - from);
            last.to = to;
            size += to - from;
        },
        insert: bytes => add({ bytes: Buffer.from(bytes) }, bytes.length),
        blank: length => add({ zeros: length }, length),
    };
}
//# sourceMappingURL=plan.js.map