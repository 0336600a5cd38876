/**
 * Measures the cost of training data on MongoDB: fills a database with the workouts of many users, one of them with ten
 * years of training and one with a full page, and compares their screens; then measures saves in multiples of one
 * insertOne with majority and journal. Only ratios are meaningful.
 * Run: npm run build && TEST_MONGODB_URI=… node dist/test/bench/training.js [workouts of others]
 */
import './without-runner.js'
import { fillOthers, openTraining, train } from './training/bench.js'
import { measureSaves } from './training/saves.js'
import { measureScreens } from './training/screens.js'

const others = Number(process.argv[2] ?? 1_000_000)
const bench = await openTraining()
try {
  await fillOthers(bench, others)
  const veteran = await train(bench, { workouts: 2000, everyDays: 1.8 })
  const beginner = await train(bench, { workouts: 20, everyDays: 1.8 })
  await measureScreens(bench, { veteran, beginner })
  await measureSaves(bench)
} finally {
  await bench.close()
}
// The tests' own connection would keep the process alive.
process.exit()
