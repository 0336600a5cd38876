/** A promise did not settle in time. What it stands for may still happen. */
export class DeadlineError extends Error {
    constructor(milliseconds) {
        super(`no answer within ${milliseconds} ms`);
        this.name = 'DeadlineError';
    }
}
/** @throws DeadlineError */
export async function withDeadline(promise, milliseconds) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new DeadlineError(milliseconds)), milliseconds);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
//# sourceMappingURL=deadline.js.map