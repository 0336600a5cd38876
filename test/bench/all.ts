/**
 * Runs the benchmarks that have targets, one after another, each in a process of its own, and writes a table into
 * docs/performance.md and a chart, which README.md shows, into docs/benchmarks.svg.
 *
 *   npm run bench -- [--mongodb URI] [--quick] [--only rivals,one-machine] [--folder FOLDER] [--output FOLDER]
 *
 * Without --mongodb or TEST_MONGODB_URI, only the embedded database is measured. --quick is a trial with small sizes that
 * takes less than three minutes. With --quick or --only, the files go to a temporary folder unless --output is given.
 * --folder is the kept data folder of one-machine.js. The exit code is 1 if a program has failed. Missed targets are reported, and do not count as
 * failures.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import prettier from 'prettier'
import { barChart, type BarGroup } from './report/chart.js'
import { contestTables, replaceSection, targetsTable } from './report/markdown.js'
import { loadResults, type Contest, type Results } from './results.js'
import { targetTable, type TargetLine } from './target-table.js'

const { values } = parseArgs({
  options: {
    mongodb: {
      type: 'string',
      ...(process.env.TEST_MONGODB_URI && { default: process.env.TEST_MONGODB_URI }),
    },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    folder: { type: 'string' },
    output: { type: 'string' },
  },
})

interface Step {
  program: string
  needsMongo?: boolean
  args?: string[]
  /** The arguments of a trial. Without them, the program is not part of it. */
  quick?: string[]
}

const steps: Step[] = [
  { program: 'rivals', quick: ['--rounds', '1', '--seconds', '0.15', '--warm-up', '0.1'] },
  {
    program: 'one-machine',
    args: values.folder === undefined ? [] : ['--folder', values.folder],
    quick:
      '--accounts 100 --large-accounts 2 --workouts 10 --people 20 --warm-up 30 --rounds 1 --saves 10'.split(
        ' ',
      ),
  },
  {
    program: 'training',
    needsMongo: true,
    quick: '--others 2000 --veteran 50 --users 1,4 --rounds 1 --warm-up 16'.split(' '),
  },
  { program: 'connections', quick: [] },
  { program: 'memory', quick: ['0.2'] },
  { program: 'large-responses' },
  { program: 'hostile' },
  {
    program: 'workers',
    needsMongo: true,
    quick: ['--rounds', '1', '--seconds', '1', '--warm-up', '1'],
  },
]

/** A partial run must not replace the results of a full one. */
const isPartial = values.quick || values.only !== undefined
const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
const readme = fileURLToPath(new URL('../../../README.md', import.meta.url))
const chartFile = 'benchmarks.svg'
const pageFile = 'performance.md'
const section = 'benchmarks'
const chartTitle = 'Requests per second'
const chartSubtitle = 'Median of all rounds. The line over a bar shows the least and the greatest round.'

const [loadBefore = NaN] = loadavg()
const scratch = await mkdtemp(join(tmpdir(), 'fitness-benchmarks-'))
const results: Results[] = []
const failed: string[] = []
try {
  for (const step of steps.filter(isChosen)) {
    await run(step)
    const saved = await loadResults(scratch, step.program)
    if (saved) results.push(saved)
  }
} finally {
  await rm(scratch, { recursive: true, force: true })
}

const lines = results.flatMap(({ lines = [] }) => lines)
if (lines.length > 0) console.log(`\n${targetTable(lines)}`)
await writeReport()
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

function isChosen({ program, needsMongo = false, quick }: Step): boolean {
  if (values.only !== undefined && !values.only.split(',').includes(program)) return false
  const isPossible = values.mongodb !== undefined || !needsMongo
  if (!isPossible) console.error(`${program} is left out, because it needs --mongodb.`)
  return isPossible && (!values.quick || quick !== undefined)
}

/** Runs a program. Its exit code is 1 if a target is missed, so only a missing result counts as a failure. */
async function run({ program, args = [], quick = [] }: Step): Promise<void> {
  console.log(`\n# ${program}`)
  const file = fileURLToPath(new URL(`${program}.js`, import.meta.url))
  const began = performance.now()
  const child = spawn(process.execPath, [file, ...(values.quick ? quick : args)], {
    env: {
      ...process.env,
      BENCH_RESULTS: scratch,
      ...(values.mongodb !== undefined && { TEST_MONGODB_URI: values.mongodb }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'exit')
  console.log(`(${((performance.now() - began) / 1000).toFixed(0)} s)`)
  if ((await loadResults(scratch, program)) === null) failed.push(program)
}

async function writeReport(): Promise<void> {
  const output = values.output ?? (isPartial ? await mkdtemp(join(tmpdir(), 'fitness-bench-report-')) : docs)
  await mkdir(output, { recursive: true })
  const contests = results.flatMap(({ contests = [] }) => contests)
  if (contests.length > 0) {
    await writeFile(join(output, chartFile), barChart(chartTitle, chartSubtitle, groupsOf(contests)))
    const image = `![${chartTitle} of the service and of other servers](docs/${chartFile})`
    if (output === docs) await writeSection(readme, readme, image)
  }
  await writeSection(join(docs, pageFile), join(output, pageFile), reportOf(contests, lines))
  console.log(`\nThe report is in ${output}.`)
}

/** Replaces the marked section of a page. */
async function writeSection(page: string, target: string, content: string): Promise<void> {
  const replaced = replaceSection(await readFile(page, 'utf8'), section, content)
  const options = await prettier.resolveConfig(page)
  await writeFile(target, await prettier.format(replaced, { ...options, parser: 'markdown' }))
}

/** The constant response is left out: it would dwarf all others. */
function groupsOf(contests: readonly Contest[]): BarGroup[] {
  const most = Math.max(...contests.map(({ connections }) => connections))
  return contests
    .filter(({ connections }) => connections === most)
    .map(({ request, database, connections, rivals }) => ({
      title: `${request}, ${connections} connections, on ${database === 'MongoDB' ? database : 'the embedded database'}`,
      bars: rivals
        .filter(({ name }) => name !== 'constant')
        .map(({ name, perSecond }) => ({
          label: name,
          value: perSecond,
          isHighlighted: name === 'service',
        })),
    }))
}

function reportOf(contests: readonly Contest[], lines: readonly TargetLine[]): string {
  const [processor] = cpus()
  const date = new Date().toISOString().slice(0, 10)
  return [
    `Measured by \`npm run bench\` on ${date} with Node.js ${process.versions.node} on ${availableParallelism()} processors (${processor?.model ?? 'unknown'}), which the clients, the servers and MongoDB share. The load average before was ${loadBefore.toFixed(1)}.`,
    ...(contests.length === 0
      ? []
      : [
          `![${chartTitle}](${chartFile})`,
          contestTables(contests),
          'In parentheses: how many times as many requests the service handles, as the median, the least and the greatest ratio of all rounds.',
        ]),
    ...(lines.length === 0 ? [] : [targetsTable(lines)]),
  ].join('\n\n')
}
