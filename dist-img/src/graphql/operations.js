import { getOperationAST, GraphQLError, Kind, OperationTypeNode, parse, separateOperations, validate, visit, } from 'graphql';
import { LRUCache } from 'lru-cache';
import { KiB, MiB } from '../lib/quantities.js';
/** A document that cannot be executed. */
export class OperationError extends Error {
    code;
    errors;
    constructor(code, errors) {
        super(errors[0]?.message);
        this.code = code;
        this.errors = errors;
    }
}
const maxLength = 64 * KiB;
const maxTokens = 5000;
const rememberedDocuments = { max: 1000, maxSize: 16 * MiB };
/** Parses and validates each document once and remembers the outcome, good or bad. */
export function operationPreparer(schema) {
    const remembered = new LRUCache({
        ...rememberedDocuments,
        sizeCalculation: (_value, source) => source.length + 1,
    });
    /** @throws OperationError */
    return (source, operationName) => {
        if (source.length > maxLength)
            throw parseError(`The document is longer than ${maxLength} characters.`);
        let operations = remembered.get(source);
        if (!operations)
            remembered.set(source, (operations = new Map()));
        let prepared = operations.get(operationName);
        if (!prepared) {
            prepared = prepare(schema, source, operationName);
            // Names come from the request: unknown ones are not worth remembering.
            if (!(prepared instanceof OperationError) || operations.size === 0)
                operations.set(operationName, prepared);
        }
        if (prepared instanceof OperationError)
            throw prepared;
        return prepared;
    };
}
function prepare(schema, source, operationName) {
    let document;
    try {
        document = parse(source, { maxTokens });
    }
    catch (error) {
        return new OperationError('GRAPHQL_PARSE_FAILED', [error]);
    }
    const problems = validate(schema, document, undefined, { maxErrors: 20 });
    if (problems.length > 0)
        return new OperationError('GRAPHQL_VALIDATION_FAILED', problems);
    const operation = getOperationAST(document, operationName);
    if (!operation) {
        const message = operationName === null
            ? 'The document has several operations: say with operationName which one to run.'
            : `The document has no operation named "${operationName}".`;
        return new OperationError('BAD_USER_INPUT', [new GraphQLError(message)]);
    }
    const name = operation.name?.value;
    const own = separateOperations(document)[name ?? ''] ?? document;
    return {
        source: blankOut(source, document, own),
        kind: operation.operation,
        name,
        introspects: introspects(own),
    };
}
function blankOut(source, document, kept) {
    let text = source;
    for (const definition of document.definitions) {
        if (kept.definitions.includes(definition) || !definition.loc)
            continue;
        const { start, end } = definition.loc;
        text = text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
    }
    return text;
}
function introspects(document) {
    let found = false;
    visit(document, {
        [Kind.FIELD]: ({ name }) => {
            if (name.value === '__schema' || name.value === '__type')
                found = true;
        },
    });
    return found;
}
const parseError = (message) => new OperationError('GRAPHQL_PARSE_FAILED', [new GraphQLError(message)]);
//# sourceMappingURL=operations.js.map