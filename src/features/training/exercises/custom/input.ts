import { badUserInputAt } from '../../../../errors.js'
import { deltoids } from '../../../../lib/exercise-vocabulary.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { inputReader } from '../../../../lib/input-reader.js'
import { multiLine, singleLine } from '../../../../lib/text.js'
import type { SaveWrite } from '../../../owned/models.js'
import type { ExerciseContent, ExerciseDraft } from '../models.js'

const maxNameLength = 100
const maxAliases = 10
const maxStepLength = 500
const maxSteps = 20

/** The values of the fields that an input omits. */
export const defaultContent = {
  category: 'STRENGTH',
  force: null,
  level: 'BEGINNER',
  mechanic: null,
  equipment: [],
  deltoids: [],
  isUnilateral: false,
  bodyweightShare: 1,
  instructions: [],
  aliases: [],
} satisfies Partial<ExerciseContent>

/**
 * Reads an exercise into its canonical form: equal exercises have equal content.
 * @param path of the exercise in the request, such as `input`
 * @throws AppError BAD_USER_INPUT
 */
export function readExercise(draft: ExerciseDraft, path: string): SaveWrite<ExerciseContent> {
  const primaryMuscles = distinct(draft.primaryMuscles)
  const content = {
    name: singleLine(draft.name, { field: `${path}.name`, minLength: 1, maxLength: maxNameLength }),
    category: draft.category ?? defaultContent.category,
    force: draft.force ?? defaultContent.force,
    level: draft.level ?? defaultContent.level,
    mechanic: draft.mechanic ?? defaultContent.mechanic,
    equipment: distinct(draft.equipment),
    primaryMuscles,
    secondaryMuscles: distinct(draft.secondaryMuscles).filter(muscle => !primaryMuscles.includes(muscle)),
    deltoids: deltoids.filter(head => draft.deltoids?.includes(head)),
    trackingType: draft.trackingType ?? 'WEIGHT_REPS',
    isUnilateral: draft.isUnilateral ?? defaultContent.isUnilateral,
    bodyweightShare:
      inputReader(draft, path).decimal('bodyweightShare', [0, 1]) ?? defaultContent.bodyweightShare,
    instructions: readTexts(draft.instructions, `${path}.instructions`, maxSteps, (text, field) =>
      multiLine(text, { field, minLength: 1, maxLength: maxStepLength }),
    ),
    aliases: readTexts(draft.aliases, `${path}.aliases`, maxAliases, (text, field) =>
      singleLine(text, { field, minLength: 1, maxLength: maxNameLength }),
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

function readTexts(
  texts: readonly string[] | null | undefined,
  path: string,
  maxItems: number,
  read: (text: string, path: string) => string,
): string[] {
  if (texts && texts.length > maxItems) throw badUserInputAt(path, `must have at most ${maxItems} items.`)
  return (texts ?? []).map((text, index) => read(text, `${path}[${index}]`))
}
