import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripMetadata } from '../../../src/lib/strip-metadata.js';
/** The file without its metadata. */
export async function strip(t, original, mediaType) {
    const folder = t.testdir({ original });
    await stripMetadata(join(folder, 'original'), join(folder, 'stripped'), mediaType);
    return readFile(join(folder, 'stripped'));
}
//# sourceMappingURL=helper.js.map