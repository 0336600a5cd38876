import { Type } from 'typebox';
import { badUserInput } from '../errors.js';
const Anything = Type.Record(Type.String(), Type.Unknown());
export const PostBody = Type.Object({
    query: Type.String(),
    operationName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    variables: Type.Optional(Type.Union([Anything, Type.Null()])),
    extensions: Type.Optional(Type.Union([Anything, Type.Null()])),
});
export const GetQuery = Type.Object({
    query: Type.String(),
    operationName: Type.Optional(Type.String()),
    variables: Type.Optional(Type.String()),
    extensions: Type.Optional(Type.String()),
});
/** @throws AppError BAD_USER_INPUT */
export function readGet({ query, operationName, variables, extensions, }) {
    readObject('extensions', extensions);
    return { query, operationName: operationName || null, variables: readObject('variables', variables) };
}
function readObject(name, json) {
    if (json === undefined || json === '')
        return {};
    let value;
    try {
        value = JSON.parse(json);
    }
    catch {
        throw badUserInput(`${name} is not JSON.`);
    }
    if (value === null)
        return {};
    if (typeof value === 'object' && !Array.isArray(value))
        return value;
    throw badUserInput(`${name} must be a JSON object.`);
}
//# sourceMappingURL=request.js.map