/** The file's structure is broken, so nobody can promise that its metadata has been removed. */
export class MalformedImageError extends Error {
    constructor(message) {
        super(message);
        this.name = 'MalformedImageError';
    }
}
//# sourceMappingURL=malformed.js.map