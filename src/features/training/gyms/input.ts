import { badUserInputAt } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import { toKilograms, type Load } from '../../../lib/units.js'
import type { SaveWrite } from '../../owned/models.js'
import type { GymContent, GymDraft, GymStepsDraft } from './models.js'

const maxBars = 10
const maxPlates = 30
const maxDumbbells = 60
const maxNameLength = 100
const plateCounts = [1, 100] as const
const maxWeight = 500

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readGym(draft: GymDraft, path: string): SaveWrite<GymContent> {
  const gym = inputReader(draft, path)
  const steps = inputReader<GymStepsDraft>(draft.steps ?? {}, gym.at('steps'))
  return {
    id: gym.id('id'),
    expectedVersion: draft.expectedVersion ?? null,
    content: {
      name: readName(draft, path),
      unit: draft.unit,
      bars: gym.list('bars', maxBars, (bar: GymContent['bars'][number], barPath) => ({
        name: readName(bar, barPath),
        load: readWeight(bar.load, `${barPath}.load`),
      })),
      plates: gym.list('plates', maxPlates, (plates: GymContent['plates'][number], platesPath) => ({
        load: readWeight(plates.load, `${platesPath}.load`),
        count: inputReader(plates, platesPath).integer('count', plateCounts),
      })),
      dumbbells: gym.list('dumbbells', maxDumbbells, readWeight),
      steps: {
        machine: draft.steps?.machine ? readWeight(draft.steps.machine, steps.at('machine')) : null,
        cable: draft.steps?.cable ? readWeight(draft.steps.cable, steps.at('cable')) : null,
      },
      isDefault: draft.isDefault ?? null,
    },
    path,
  }
}

const readName = (named: { name: string }, path: string): string =>
  inputReader(named, path).line('name', maxNameLength, 1) ?? ''

function readWeight({ value, unit }: Load, path: string): Load {
  const kilograms = toKilograms({ value, unit })
  if (kilograms > 0 && kilograms <= maxWeight) return { value, unit }
  throw badUserInputAt(`${path}.value`, `must be more than 0 and at most ${maxWeight} kg or the equivalent.`)
}
