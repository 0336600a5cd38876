import { KiB, MiB } from '../quantities.js';
import { MalformedImageError } from './malformed.js';
const windowSize = 64 * KiB;
const longestRead = MiB;
export async function openSource(file) {
    const { size } = await file.stat();
    let cached = { start: 0, bytes: Buffer.alloc(0) };
    async function load(position, length) {
        if (position < 0 || position + length > size)
            throw new MalformedImageError('the image ends too early');
        if (length > longestRead)
            throw new MalformedImageError('a part of the image is too long');
        const offset = position - cached.start;
        if (offset < 0 || offset + length > cached.bytes.length) {
            // A fresh buffer each time: views of the one before may still be in use.
            const buffer = Buffer.alloc(Math.min(Math.max(length, windowSize), size - position));
            cached = { start: position, bytes: buffer.subarray(0, await fill(file, buffer, position)) };
            if (cached.bytes.length < length)
                throw new MalformedImageError('the image ends too early');
        }
        return cached.bytes.subarray(position - cached.start);
    }
    return {
        size,
        bytes: async (position, length) => (await load(position, length)).subarray(0, length),
        window: async (position) => {
            const view = await load(position, Math.max(1, Math.min(2, size - position)));
            return view.subarray(0, windowSize);
        },
    };
}
/** Reads until the buffer is full or the file ends, and says how much was read. */
async function fill(file, buffer, position) {
    let filled = 0;
    while (filled < buffer.length) {
        const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
        if (bytesRead === 0)
            break;
        filled += bytesRead;
    }
    return filled;
}
//# sourceMappingURL=source.js.map