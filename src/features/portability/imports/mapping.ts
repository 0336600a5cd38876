import { badUserInputAt } from '../../../errors.js'
import { isId } from '../../../lib/ids.js'
import { formatCount } from '../../../lib/plural.js'
import { mappingKey } from './matching/exercise-names.js'
import type { ExerciseMapping } from './models.js'
import { maxExercises } from './sources/source.js'

const maxNameLength = 300

/** Reads the form field `mapping`. @throws AppError BAD_USER_INPUT */
export function parseMapping(text: string | undefined): ExerciseMapping[] {
  if (text === undefined || text === '') return []
  const items = parseJson(text)
  if (!Array.isArray(items))
    throw badUserInputAt(
      'mapping',
      'must be a JSON array such as [{"name":"Bench","exerciseId":"507f1f77bcf86cd799439011"}].',
    )
  if (items.length > maxExercises)
    throw badUserInputAt('mapping', `must have at most ${formatCount(maxExercises)} items.`)
  const names = new Set<string>()
  return items.map((item: unknown, index) => {
    const at = `mapping[${index}]`
    const { name, exerciseId } = (item ?? {}) as Partial<Record<keyof ExerciseMapping, unknown>>
    if (typeof name !== 'string' || name === '' || name.length > maxNameLength)
      throw badUserInputAt(`${at}.name`, `must be a name of 1 to ${maxNameLength} characters.`)
    if (typeof exerciseId !== 'string' || !isId(exerciseId.toLowerCase()))
      throw badUserInputAt(`${at}.exerciseId`, 'must have 24 hexadecimal digits.')
    const key = mappingKey(name)
    if (names.has(key)) throw badUserInputAt(`${at}.name`, 'must not repeat a name.')
    names.add(key)
    return { name, exerciseId: exerciseId.toLowerCase() }
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
