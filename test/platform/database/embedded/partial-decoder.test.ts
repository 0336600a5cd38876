import { BSON } from 'mongodb'
import t from 'tap'
import { partialDecoder } from '../../../../src/platform/database/embedded/partial-decoder.js'

const document = {
  title: 'Legs',
  content: {
    notes: 'n'.repeat(1000),
    exercises: [
      {
        exerciseId: 'a',
        sets: [
          { reps: 5, load: 1 },
          { reps: 6, load: 2 },
        ],
      },
      { exerciseId: 'b', sets: [] },
      { sets: [7, [{ reps: 8 }], null] },
    ],
  },
}

const decode = (...paths: string[]) => partialDecoder(paths)(BSON.serialize(document))

t.test('decodes only the selected fields, also in the documents of arrays', t => {
  t.strictSame(decode('title'), { title: 'Legs' })
  t.strictSame(decode('content.exercises.exerciseId'), {
    content: { exercises: [{ exerciseId: 'a' }, { exerciseId: 'b' }, {}] },
  })
  t.strictSame(decode('content.exercises.sets.reps', 'content.exercises.exerciseId'), {
    content: {
      exercises: [
        { exerciseId: 'a', sets: [{ reps: 5 }, { reps: 6 }] },
        { exerciseId: 'b', sets: [] },
        { sets: [7, [{ reps: 8 }], null] },
      ],
    },
  })
  t.strictSame(decode('missing.field'), {})
  t.end()
})

t.test('decodes whole elements if a path selects one by its index', t => {
  const { exercises } = document.content
  t.strictSame(decode('content.exercises.0.exerciseId'), { content: { exercises } })
  t.end()
})
