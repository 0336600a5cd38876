/**
 * Work that goes on after the answer is sent. It is limited, its failures are reported, and `settled` waits for it,
 * so that a shutdown loses nothing.
 */
export function background(limit, onError) {
    const running = new Set();
    return {
        /** Starts the work; refused (and reported) while `limit` others are running. */
        run(work) {
            if (running.size >= limit) {
                onError(new Error(`more than ${limit} pieces of work wait in the background`));
                return;
            }
            const task = work()
                .then(() => undefined, onError)
                .finally(() => running.delete(task));
            running.add(task);
        },
        async settled() {
            while (running.size > 0)
                await Promise.all(running);
        },
    };
}
//# sourceMappingURL=background.js.map