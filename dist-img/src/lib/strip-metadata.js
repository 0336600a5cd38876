import { open, rm } from 'node:fs/promises';
import { planGif } from './image-metadata/gif.js';
import { planHeif } from './image-metadata/heif.js';
import { planJpeg } from './image-metadata/jpeg.js';
import { MalformedImageError } from './image-metadata/malformed.js';
import { newPlan } from './image-metadata/plan.js';
import { planPng } from './image-metadata/png.js';
import { openSource } from './image-metadata/source.js';
import { planWebp } from './image-metadata/webp.js';
import { KiB } from './quantities.js';
export { MalformedImageError };
const planners = new Map([
    ['image/jpeg', planJpeg],
    ['image/png', planPng],
    ['image/webp', planWebp],
    ['image/gif', planGif],
    ['image/heic', planHeif],
    ['image/heif', planHeif],
]);
const bufferSize = 64 * KiB;
/**
 * Writes a copy of an image without position, camera, comments and thumbnails. The pixels are not encoded again,
 * and colour profile and orientation stay. The target must not exist; it is gone again if anything fails.
 * @returns the size of the copy in bytes
 * @throws MalformedImageError if the structure is broken, so that metadata could remain
 */
export async function stripMetadata(source, target, mediaType) {
    const planner = planners.get(mediaType);
    if (planner === undefined)
        throw new TypeError(`no metadata can be removed from ${mediaType}`);
    const input = await open(source, 'r');
    try {
        const original = await openSource(input);
        const plan = newPlan();
        await planner(original, plan);
        await writeFile(target, original, plan);
        return { size: plan.size };
    }
    finally {
        await input.close();
    }
}
async function writeFile(target, original, plan) {
    const output = await open(target, 'wx', 0o600);
    try {
        await writePieces(output, original, plan);
    }
    catch (error) {
        await rm(target, { force: true });
        throw error;
    }
    finally {
        await output.close();
    }
}
/** Small pieces are gathered, so that a file of thousands of chunks does not cost thousands of writes. */
async function writePieces(output, original, plan) {
    const buffer = Buffer.alloc(bufferSize);
    let filled = 0;
    for await (const part of parts(original, plan)) {
        for (let at = 0; at < part.length;) {
            const copied = part.copy(buffer, filled, at);
            at += copied;
            filled += copied;
            if (filled < bufferSize)
                continue;
            await output.writeFile(buffer);
            filled = 0;
        }
    }
    await output.writeFile(buffer.subarray(0, filled));
}
async function* parts(original, plan) {
    for (const piece of plan.pieces) {
        if ('bytes' in piece)
            yield piece.bytes;
        else if ('zeros' in piece)
            yield* zeros(piece.zeros);
        else
            yield* range(original, piece.from, piece.to);
    }
}
function* zeros(length) {
    const block = Buffer.alloc(Math.min(length, bufferSize));
    for (let left = length; left > 0; left -= block.length)
        yield block.subarray(0, left);
}
async function* range(original, from, to) {
    for (let at = from; at < to;) {
        const part = (await original.window(at)).subarray(0, to - at);
        at += part.length;
        yield part;
    }
}
//# sourceMappingURL=strip-metadata.js.map