import { BSON } from 'mongodb';
import { Aggregator } from 'mingo/aggregator';
import { Context, ProcessingMode } from 'mingo/core';
import { Lazy } from 'mingo/lazy';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import * as predicates from 'mingo/operators/query';
import { Query } from 'mingo/query';
import { sorted } from './embedded-sort.js';
import { compareValues, equalValues, isIndexable, someValue, typeRank } from './embedded-values.js';
import { assertDefined, isPlainObject } from './filters.js';
const comparison = (compare) => (field, wanted) => {
    const path = field.split('.');
    return (document) => someValue(document, path, stored => compare(stored, wanted));
};
const negation = (compare) => (field, wanted) => {
    const matches = comparison(compare)(field, wanted);
    return (document) => !matches(document);
};
// A range matches only values of the same type, as MongoDB has it.
const range = (holds) => comparison((stored, wanted) => typeRank(stored) === typeRank(wanted) && holds(compareValues(stored, wanted)));
const among = (stored, wanted) => wanted.some(value => value instanceof RegExp && typeof stored === 'string' ? value.test(stored) : equalValues(stored, value));
// mingo compares class instances by their text, hashes every value of an $in, orders ObjectIds after everything else
// and does not look into nested arrays for ranges and $in. The operators of the stores are therefore replaced.
const comparisons = {
    $eq: comparison(equalValues),
    $ne: negation(equalValues),
    $in: comparison(among),
    $nin: negation(among),
    $gt: range(order => order > 0),
    $gte: range(order => order >= 0),
    $lt: range(order => order < 0),
    $lte: range(order => order <= 0),
    $exists: (field, wanted) => {
        const path = field.split('.');
        return (document) => someValue(document, path, stored => stored !== undefined) === Boolean(wanted);
    },
};
// mingo's types ask for an array where its code wants an iterator.
const sortStage = (documents, sort) => documents.transform(all => Lazy(sorted(all, sort)));
/** How mingo reads filters, updates and pipelines. */
export const queryOptions = {
    scriptEnabled: false,
    context: Context.init({
        accumulator: accumulators,
        expression: expressions,
        pipeline: { ...stages, $sort: sortStage },
        projection: projections,
        query: { ...predicates, ...comparisons },
    }),
};
/** @throws TypeError for undefined; an Error for an operator that is not supported */
export function compileFilter(filter) {
    assertDefined(filter);
    const received = asReceived(filter);
    const query = new Query(received, queryOptions);
    return { filter: received, matches: document => query.test(document) };
}
/** What a server would receive: undefined as null, bytes as Binary, nothing shared with the caller. */
export function asReceived(document) {
    return BSON.deserialize(BSON.serialize(document, { ignoreUndefined: false }));
}
/** The stages of a pipeline over these documents, which stay as they are. */
export function aggregated(documents, pipeline) {
    // Some stages of mingo change what they are given.
    const options = { ...queryOptions, processingMode: ProcessingMode.CLONE_INPUT };
    return new Aggregator(pipeline, options).run(documents);
}
/** The fields that a filter wants equal to one of some values, as far as an index may answer for them. */
export function equalities(filter) {
    const found = new Map();
    for (const [field, condition] of Object.entries(filter)) {
        if (field === '$and') {
            for (const part of condition)
                for (const [key, values] of equalities(part))
                    found.set(key, values);
        }
        const values = field.startsWith('$') ? undefined : wantedValues(condition);
        if (values?.every(isIndexable))
            found.set(field, values);
    }
    return found;
}
function wantedValues(condition) {
    if (!isPlainObject(condition))
        return [condition];
    if (Array.isArray(condition['$in']))
        return condition['$in'];
    return '$eq' in condition ? [condition['$eq']] : undefined;
}
//# sourceMappingURL=embedded-query.js.map