/**
 * Measures the cost of training data on MongoDB: fills a database with the workouts of many users, one of them with ten
 * years of training and one with a full page, and compares their screens; then measures saves in multiples of one
 * insertOne with majority and journal. Only ratios are meaningful.
 *
 *   npm run build && TEST_MONGODB_URI=… node dist/test/bench/training.js [--others 1000000] [--veteran 2000]
 *     [--users 1,8,64] [--rounds 3] [--warm-up 800]
 *
 * --others is the number of workouts of other users, --veteran of the user with a long history. --users are the numbers
 * of concurrent users who save, --warm-up is a number of saves.
 */
import './without-runner.js'
import { parseArgs } from 'node:util'
import { saveResults } from './results.js'
import { fillOthers, openTraining, train } from './training/bench.js'
import { measureSaves } from './training/saves.js'
import { measureScreens } from './training/screens.js'

const { values } = parseArgs({
  options: {
    others: { type: 'string', default: '1000000' },
    veteran: { type: 'string', default: '2000' },
    users: { type: 'string', default: '1,8,64' },
    rounds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '800' },
  },
})
const bench = await openTraining()
try {
  await fillOthers(bench, Number(values.others))
  const veteran = await train(bench, { workouts: Number(values.veteran), everyDays: 1.8 })
  const beginner = await train(bench, { workouts: 20, everyDays: 1.8 })
  const screens = await measureScreens(bench, { veteran, beginner })
  const saves = await measureSaves(bench, {
    concurrency: values.users.split(',').map(Number),
    rounds: Number(values.rounds),
    warmUp: Number(values['warm-up']),
  })
  await saveResults('training', { lines: [...screens, ...saves] })
} finally {
  await bench.close()
}
// The tests' own connection would keep the process alive.
process.exit()
