import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const command = fileURLToPath(new URL('../../../src/commands/import-exercises/command.js', import.meta.url))

const tools = [
  'barbell',
  'dumbbell',
  'cable',
  'machine',
  'bands',
  'kettlebells',
  'body only',
  'medicine ball',
]
const moves = ['press', 'row', 'curl', 'squat', 'raise', 'lunge', 'extension', 'fly', 'pulldown', 'crunch']
const muscles = ['chest', 'lats', 'biceps', 'quadriceps', 'shoulders', 'glutes', 'triceps', 'abdominals']
const levels = ['beginner', 'intermediate', 'expert']
const syllables = [
  'ba',
  'be',
  'bi',
  'bo',
  'ca',
  'ce',
  'co',
  'da',
  'di',
  'do',
  'la',
  'le',
  'pa',
  'pe',
  'sa',
  'si',
]
const steps = 8

/** One of about four thousand words with few initials, each shared by a few exercises. */
export function rareWord(number: number): string {
  let rest = (number * 2_654_435_761) % 4096
  let word = ''
  for (let length = 0; length < 3; length++) {
    word += syllables[rest % syllables.length]!
    rest = Math.floor(rest / syllables.length)
  }
  return `${word}rin`
}

const of = <T>(items: readonly T[], number: number): T => items[number % items.length]!

function record(number: number): object {
  const tool = of(tools, number)
  const move = of(moves, Math.floor(number / 8))
  return {
    id: `Synthetic_${number}`,
    name: `${rareWord(number)} ${rareWord(number * 7 + 3)} ${tool} ${move} ${number}`,
    category: 'strength',
    force: 'push',
    level: of(levels, number),
    mechanic: 'compound',
    equipment: tool,
    primaryMuscles: [of(muscles, number), of(muscles, number + 3)],
    secondaryMuscles: [of(muscles, number + 1), of(muscles, number + 2)],
    instructions: Array.from(
      { length: steps },
      (_, step) =>
        `Step ${step}: hold the ${tool}, keep your back straight and ${move} slowly, as in ${number}.`,
    ),
  }
}

/** Imports synthetic exercises into the database of a data folder with the operator's command. */
export async function importSynthetic(folder: string, count: number): Promise<void> {
  const file = join(folder, 'synthetic.json')
  await writeFile(file, JSON.stringify(Array.from({ length: count }, (_, number) => record(number))))
  const env = { ...process.env, DATA_PATH: folder }
  const { stdout } = await promisify(execFile)(process.execPath, [command, file], { env })
  console.log(stdout.trim())
}
