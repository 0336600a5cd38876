/**
 * How long do hostile documents keep the service busy? Each is sent as it is first met and a few times more, every
 * time with another comment, so that nothing is remembered; the times are those of the whole request, without a
 * network. Run: npm run build && node dist/test/bench/hostile.js
 */
import { performance } from 'node:perf_hooks'
import t from 'tap'
import { hostileDocuments, laboriousDocuments, quadraticDocuments } from '../graphql/policy/hostile-documents.js'
import { post, unlimited } from '../graphql/requests.js'
import { build, signUp } from '../helper.js'

const runs = 9
const wanted = 50

t.test('hostile documents', async t => {
  const app = await build(t, { settings: unlimited })
  const person = await signUp(app)
  const rows = []
  const documents = [hostileDocuments, quadraticDocuments, laboriousDocuments].flatMap(Object.entries<string>)
  for (const [name, document] of documents) {
    const samples: number[] = []
    let outcome = ''
    for (let run = 0; run < runs; run++) {
      const body = { query: `#${run}\n${document}`, operationName: document.includes('query q0') ? 'q0' : null }
      const began = performance.now()
      const response = await post(app, { body, person })
      samples.push(performance.now() - began)
      outcome = response.json().errors?.[0]?.extensions.code ?? 'answered'
    }
    const sorted = samples.toSorted((a, b) => a - b)
    rows.push({ name, outcome, first: samples[0]!, median: sorted[runs >> 1]!, max: sorted.at(-1)! })
  }
  for (const { name, outcome, first, median, max } of rows)
    console.log(
      `${name.padEnd(40)} ${outcome.padEnd(26)} first ${first.toFixed(1).padStart(6)} ms, median ${median.toFixed(1).padStart(6)} ms${max > wanted ? '  SLOW' : ''}`,
    )
})
