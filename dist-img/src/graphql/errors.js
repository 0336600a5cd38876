import { GraphQLError } from 'graphql';
import { AppError } from '../errors.js';
import { toAppError } from '../http/app-error.js';
/** The codes that GraphQL clients see; what is more precise than they are is told as `extensions.reason`. */
const graphqlCodes = {
    BAD_REQUEST: 'BAD_USER_INPUT',
    VALIDATION_ERROR: 'BAD_USER_INPUT',
    WEAK_PASSWORD: 'BAD_USER_INPUT',
    INVALID_TOKEN: 'BAD_USER_INPUT',
    TOKEN_EXPIRED: 'UNAUTHENTICATED',
    INVALID_CREDENTIALS: 'UNAUTHENTICATED',
    INVALID_REFRESH_TOKEN: 'UNAUTHENTICATED',
    ACCOUNT_DISABLED: 'FORBIDDEN',
    ACCOUNT_NOT_VERIFIED: 'FORBIDDEN',
    USERNAME_TAKEN: 'CONFLICT',
    TOO_MANY_REQUESTS: 'RATE_LIMITED',
};
function extensionsOf({ code, retryAfter, }) {
    const coarse = graphqlCodes[code];
    return {
        code: coarse ?? code,
        ...(coarse ? { reason: code } : {}),
        ...(retryAfter === undefined ? {} : { retryAfter }),
    };
}
/** The body of a request that failed before anything was executed. */
export const requestErrorShape = error => ({
    errors: [{ message: error.message, locations: [], path: [], extensions: extensionsOf(error) }],
});
/** An error of the document, its variables or the choice of its operation. */
export const formatRequestError = (code, error) => ({
    message: error.message,
    locations: error.locations ?? [],
    path: [],
    extensions: extensionsOf({ code }),
});
/** An error of execution as the client sees it; `report` gets what is not for clients. */
export function formatError(error, requestId, report) {
    const { locations = [], path = [], message } = error;
    const { originalError } = error;
    // Without an error behind it, GraphQL itself speaks of a value that does not fit: about the request only.
    const appError = originalError
        ? toAppError(unwrap(originalError), requestId)
        : new AppError('INTERNAL_SERVER_ERROR', message);
    if (appError.statusCode >= 500)
        report(appError.cause ?? appError);
    return { message: appError.message, locations, path, extensions: extensionsOf(appError) };
}
function unwrap(error) {
    return error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;
}
//# sourceMappingURL=errors.js.map