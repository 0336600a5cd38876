import { Type, type Static } from 'typebox'
import { levels, setTypes } from '../../../../lib/exercise-vocabulary.js'
import { goals } from '../../../people/profile/fields.js'

// The format of the files of the built-in programs. Set schemes, rules and days are defined once and used by name.

const strict = { additionalProperties: false }
const IntegerBetween = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const Text = Type.String({ minLength: 1 })
const Load = Type.Object(
  { value: Type.Number({ exclusiveMinimum: 0 }), unit: Type.Enum(['KG', 'LB']) },
  strict,
)

/** Successive equal sets. */
const SetGroup = Type.Object(
  {
    count: IntegerBetween(1, 20),
    type: Type.Optional(Type.Enum([...setTypes])),
    /** Repetitions, or their minimum and maximum; by default those of the exercise's rule. */
    reps: Type.Optional(
      Type.Union([IntegerBetween(1, 100), Type.Array(IntegerBetween(1, 100), { minItems: 2, maxItems: 2 })]),
    ),
    /** More repetitions than the minimum are wanted. */
    isAmrap: Type.Optional(Type.Boolean()),
    /** The load in percent of that of the first working set. */
    warmupPercent: Type.Optional(Type.Number({ minimum: 1, maximum: 99 })),
    percent: Type.Optional(Type.Number({ minimum: 1, maximum: 150 })),
    rpe: Type.Optional(Type.Number({ minimum: 1, maximum: 10, multipleOf: 0.5 })),
    /** In seconds. */
    rest: Type.Optional(IntegerBetween(0, 600)),
    /** The duration of a set. */
    seconds: Type.Optional(IntegerBetween(1, 7200)),
    meters: Type.Optional(IntegerBetween(1, 50_000)),
    notes: Type.Optional(Text),
  },
  strict,
)

const Rule = Type.Object(
  {
    type: Type.Enum(['LINEAR', 'DOUBLE', 'REP_SUM', 'PERCENT']),
    key: Type.Optional(Text),
    increment: Type.Optional(Load),
    successes: Type.Optional(IntegerBetween(1, 10)),
    failures: Type.Optional(IntegerBetween(1, 10)),
    deloadPercent: Type.Optional(IntegerBetween(1, 90)),
    minReps: Type.Optional(IntegerBetween(1, 100)),
    maxReps: Type.Optional(IntegerBetween(1, 100)),
    reps: Type.Optional(IntegerBetween(1, 1000)),
    trainingMaxPercent: Type.Optional(Type.Number({ minimum: 50, maximum: 100 })),
    /** DOUBLE: slug of the exercise that replaces this one once it is too easy. */
    harder: Type.Optional(Text),
  },
  strict,
)

const Schemes = Type.Record(Type.String(), Type.Array(SetGroup, { minItems: 1 }))

const Day = Type.Object(
  {
    name: Text,
    exercises: Type.Array(
      Type.Object(
        {
          /** Slug of an exercise of the starter catalogue. */
          exercise: Text,
          scheme: Text,
          rule: Type.Optional(Text),
          superset: Type.Optional(Text),
        },
        strict,
      ),
      { minItems: 1 },
    ),
  },
  strict,
)

const Week = Type.Object(
  {
    /** How many times the week is repeated; by default 1. */
    times: Type.Optional(IntegerBetween(1, 52)),
    label: Text,
    isDeload: Type.Optional(Type.Boolean()),
    /** Names of days; null is a rest day. */
    days: Type.Array(Type.Union([Text, Type.Null()]), { minItems: 7, maxItems: 7 }),
    /** Schemes that replace those of the program in this week. */
    schemes: Type.Optional(Schemes),
  },
  strict,
)

export const ProgramFile = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{24}$' }),
    /** Increment it with each change. Each edition is published as a new version. */
    edition: IntegerBetween(1, 10_000),
    slug: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
    title: Text,
    description: Type.String({ minLength: 1, maxLength: 2000 }),
    level: Type.Enum([...levels]),
    goal: Type.Enum([...goals]),
    workoutSplit: Type.Enum(['full_body', 'upper_lower', 'push_pull_legs', 'bro_split', 'arnold_split']),
    schemes: Schemes,
    rules: Type.Record(Type.String(), Rule),
    days: Type.Record(Type.String(), Day),
    weeks: Type.Array(Week, { minItems: 1, maxItems: 52 }),
  },
  strict,
)

export type ProgramFile = Static<typeof ProgramFile>
export type SetGroup = Static<typeof SetGroup>
export type Rule = Static<typeof Rule>
export type Day = Static<typeof Day>
export type Week = Static<typeof Week>
