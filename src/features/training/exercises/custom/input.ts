import { badUserInputAt } from '../../../../errors.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { multiLine, singleLine } from '../../../../lib/text.js'
import type { SaveWrite } from '../../../owned/models.js'
import type { ExerciseContent, ExerciseDraft } from '../models.js'

const longestName = 100
const mostAliases = 10
const longestStep = 500
const mostSteps = 20

/** What of an exercise nobody has said anything about. */
export const defaultContent = {
  category: 'STRENGTH',
  force: null,
  level: 'BEGINNER',
  mechanic: null,
  equipment: [],
  isUnilateral: false,
  instructions: [],
  aliases: [],
} satisfies Partial<ExerciseContent>

/**
 * In the one form that equal exercises have.
 * @param path of what was sent, such as `input`
 * @throws AppError BAD_USER_INPUT that begins with the path of what is wrong
 */
export function readExercise(draft: ExerciseDraft, path: string): SaveWrite<ExerciseContent> {
  const primaryMuscles = distinct(draft.primaryMuscles)
  const content = {
    name: singleLine(draft.name, { field: `${path}.name`, minLength: 1, maxLength: longestName }),
    category: draft.category ?? defaultContent.category,
    force: draft.force ?? defaultContent.force,
    level: draft.level ?? defaultContent.level,
    mechanic: draft.mechanic ?? defaultContent.mechanic,
    equipment: distinct(draft.equipment),
    primaryMuscles,
    // It counts once.
    secondaryMuscles: distinct(draft.secondaryMuscles).filter(muscle => !primaryMuscles.includes(muscle)),
    trackingType: draft.trackingType ?? 'WEIGHT_REPS',
    isUnilateral: draft.isUnilateral ?? defaultContent.isUnilateral,
    instructions: texts(draft.instructions, `${path}.instructions`, mostSteps, (text, field) =>
      multiLine(text, { field, minLength: 1, maxLength: longestStep }),
    ),
    aliases: texts(draft.aliases, `${path}.aliases`, mostAliases, (text, field) =>
      singleLine(text, { field, minLength: 1, maxLength: longestName }),
    ),
  }
  return {
    id: parseIdAt(draft.id, `${path}.id`),
    expectedVersion: draft.expectedVersion ?? null,
    content,
    path,
  }
}

const distinct = <Word>(words: readonly Word[] | null | undefined): Word[] => [...new Set(words)]

function texts(
  given: readonly string[] | null | undefined,
  path: string,
  most: number,
  read: (text: string, path: string) => string,
): string[] {
  if (given && given.length > most) throw badUserInputAt(path, `must have at most ${most} items.`)
  return (given ?? []).map((text, at) => read(text, `${path}[${at}]`))
}
