/**
 * How long do hostile documents keep the service busy? Each is sent as it is first met and a few times more, every
 * time with another comment, so that nothing is remembered; the times are those of the whole request, without a
 * network. Run: npm run build && node dist/test/bench/hostile.js
 */
import { performance } from 'node:perf_hooks'
import {
  hostileDocuments,
  laboriousDocuments,
  quadraticDocuments,
} from '../graphql/policy/hostile-documents.js'
import { post, unlimited } from '../graphql/requests.js'
import { inProcess } from './in-process.js'

const runs = 9
const wanted = 50

const { app, person, stop } = await inProcess(unlimited)
// What comes first would pay for what the process does only once.
for (let run = 0; run < 200; run++)
  await post(app, { body: { query: `{ me { id } exercises { totalCount } } # ${run}` }, person })

const documents = [hostileDocuments, quadraticDocuments, laboriousDocuments].flatMap(Object.entries<string>)
for (const [name, document] of documents) {
  const samples: number[] = []
  let outcome = ''
  for (let run = 0; run < runs; run++) {
    const operationName = document.includes('query q0') ? 'q0' : null
    const body = { query: `#${run}\n${document}`, operationName }
    const began = performance.now()
    const response = await post(app, { body, person })
    samples.push(performance.now() - began)
    outcome = response.json().errors?.[0]?.extensions.code ?? 'answered'
  }
  const [first = NaN] = samples
  const sorted = samples.toSorted((a, b) => a - b)
  const columns = [
    ['first', first],
    ['median', sorted[runs >> 1]],
    ['longest', sorted.at(-1)],
  ] as const
  const times = columns
    .map(([column, time]) => `${column} ${(time ?? NaN).toFixed(1).padStart(5)} ms`)
    .join(', ')
  console.log(`${name.padEnd(40)} ${outcome.padEnd(26)} ${times}${first > wanted ? '  SLOW' : ''}`)
}
await stop()
