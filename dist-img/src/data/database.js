/** A unique index refused the write. */
export class DuplicateKeyError extends Error {
    /** The fields of the index that refused. */
    fields;
    constructor(fields, options) {
        super(`another document has the same ${fields.join(', ')}`, options);
        this.name = 'DuplicateKeyError';
        this.fields = fields;
    }
}
/** The database cannot be reached, or did not answer in time. */
export class DatabaseUnavailableError extends Error {
    constructor(options) {
        super('the database does not answer', options);
        this.name = 'DatabaseUnavailableError';
    }
}
//# sourceMappingURL=database.js.map