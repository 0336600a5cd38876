import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
/** For local storage, take a folder on the same file system: then storing a file is a rename. */
export async function incomingFolder(path) {
    await mkdir(path, { recursive: true });
    return {
        temporaryPath: () => join(path, randomUUID()),
        async sweep(olderThan) {
            let removed = 0;
            for (const name of await readdir(path)) {
                if (await removeIfOlder(join(path, name), olderThan))
                    removed += 1;
            }
            return removed;
        },
    };
}
async function removeIfOlder(file, olderThan) {
    try {
        if ((await stat(file)).mtime >= olderThan)
            return false;
        await rm(file);
        return true;
    }
    catch (error) {
        // The upload it belongs to has ended meanwhile.
        if (hasCode(error, 'ENOENT'))
            return false;
        throw error;
    }
}
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;
//# sourceMappingURL=incoming.js.map