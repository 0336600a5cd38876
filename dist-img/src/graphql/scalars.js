import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
/** Written as ISO 8601 in UTC with three fractional digits; read with any offset. */
export const DateTime = new GraphQLScalarType({
    name: 'DateTime',
    serialize(value) {
        if (!(value instanceof Date))
            throw new TypeError('DateTime can only be written from a Date');
        return value.toISOString();
    },
    parseValue: parse,
    parseLiteral: node => parse(node.kind === Kind.STRING ? node.value : undefined),
});
function parse(value) {
    const moment = typeof value === 'string' && isoMoment.test(value) ? new Date(value) : undefined;
    if (moment && !Number.isNaN(moment.getTime()))
        return moment;
    throw new GraphQLError('A DateTime reads like "2026-01-31T08:15:30.000Z".');
}
//# sourceMappingURL=scalars.js.map