import { GraphQLError } from 'graphql';
import { formatError, formatRequestError } from './errors.js';
import { operationPreparer, OperationError } from './operations.js';
/** The one way from a request to its answer, whatever brought the request. */
export function executor(app, schema, { publicIntrospection }) {
    const prepare = operationPreparer(schema);
    return async function execute({ query, operationName, variables }, context, request, check) {
        try {
            const operation = prepare(query, operationName);
            check(operation.kind);
            if (operation.introspects && !publicIntrospection && context.viewer?.role !== 'ADMIN')
                throw new OperationError('GRAPHQL_VALIDATION_FAILED', [
                    new GraphQLError('Introspection is for administrators here: use the published schema.'),
                ]);
            const result = await app.graphql(operation.source, { ...context }, variables, operation.name);
            return answer(result, request);
        }
        catch (error) {
            if (error instanceof OperationError)
                return refusal(error.code, error.errors);
            if (isVariableError(error))
                return refusal('BAD_USER_INPUT', error.errors);
            throw error;
        }
    };
}
function answer({ data, errors }, request) {
    if (!errors || errors.length === 0)
        return { failed: false, body: { data } };
    // Compiled code answers variables that do not fit without any data.
    if (data === undefined)
        return refusal('BAD_USER_INPUT', errors);
    const report = (error) => request.log.error({ err: error }, 'a resolver failed');
    return {
        failed: false,
        body: { errors: errors.map(error => formatError(error, request.id, report)), data },
    };
}
const refusal = (code, errors) => ({
    failed: true,
    body: { errors: errors.map(error => formatRequestError(code, error)) },
});
/** The executor throws where the variables do not fit. */
const isVariableError = (error) => error instanceof Error &&
    'errors' in error &&
    Array.isArray(error.errors) &&
    error.errors.every(one => one instanceof GraphQLError);
//# sourceMappingURL=execute.js.map