import { badUserInputAt } from '../../../errors.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import { compareKeys, type SortKey } from '../../../lib/cursors.js'
import { pageOf, type Keyed, type Page, type PageArguments } from '../../../lib/pages.js'
import { normalizeText } from '../../../lib/normalize.js'
import { assertMaxLength, singleLine } from '../../../lib/text.js'
import type { Program, ProgramFilterDraft, ProgramOrder } from './models.js'

export interface ProgramListArguments extends PageArguments {
  search?: string | null
  filter?: ProgramFilterDraft | null
  sort?: ProgramOrder | null
}

const maxWords = 8
/** The weight of a match in the title relative to a match in the description. */
const titleWeight = 10

/** Removes case and diacritics. */
const foldText = (text: string) => normalizeText(text, 'NFKD').toLowerCase().replace(/\p{M}/gu, '')
const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Filters, sorts and pages programs in memory. @throws AppError BAD_USER_INPUT */
export function listPrograms(
  programs: readonly Program[],
  userId: string,
  { search, filter, sort, ...page }: ProgramListArguments,
): Page<Program> {
  const words = searchWords(search ?? '')
  const order = sort ?? (words.length > 0 ? 'RELEVANCE' : 'TITLE')
  const ranked = programs.filter(createFilter(userId, filter ?? {})).flatMap(program => {
    const score = relevance(program, words)
    return score > 0 ? [{ item: program, key: sortKeyOf(program, order, score) }] : []
  })
  ranked.sort((left, right) => compareKeys(left.key, right.key))
  return pageOf(
    {
      length: ranked.length,
      get: index => ranked[index] as Keyed<Program>,
      fingerprint: () => fingerprintOf({ search: words, filter, order }),
      exampleKey: order === 'UPDATED' ? [0, ''] : order === 'RELEVANCE' ? [0, '', ''] : ['', ''],
    },
    page,
  )
}

function searchWords(search: string): string[] {
  const rule = { field: 'search', maxLength: 100 }
  assertMaxLength(search, rule)
  return wordsOf(singleLine(search.replace(/\s+/g, ' '), rule)).slice(0, maxWords)
}

/** Positive if each word is a word of the title or the description, or the beginning of one; 0 otherwise. */
function relevance({ title, description }: Program, words: readonly string[]): number {
  if (words.length === 0) return 1
  const inTitle = wordsOf(title)
  const inDescription = wordsOf(description ?? '')
  const scores = words.map(word => titleWeight * matchScore(inTitle, word) + matchScore(inDescription, word))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** 2 for the word itself, 1 for a word that starts with it, 0 otherwise. */
const matchScore = (words: readonly string[], search: string): number =>
  words.includes(search) ? 2 : words.some(word => word.startsWith(search)) ? 1 : 0

function sortKeyOf({ id, title, updatedAt }: Program, order: ProgramOrder, score: number): SortKey {
  if (order === 'UPDATED') return [-updatedAt.getTime(), id]
  return order === 'RELEVANCE' ? [-score, foldText(title), id] : [foldText(title), id]
}

/** @throws AppError BAD_USER_INPUT */
function createFilter(userId: string, filter: ProgramFilterDraft): (program: Program) => boolean {
  const { goals, levels, workoutSplits, sessionsPerWeek, maxDurationWeeks, visibilities } = filter
  for (const [index, sessions] of (sessionsPerWeek ?? []).entries())
    if (sessions < 1 || sessions > 7)
      throw badUserInputAt(`filter.sessionsPerWeek[${index}]`, 'must be between 1 and 7.')
  if (maxDurationWeeks != null && (maxDurationWeeks < 1 || maxDurationWeeks > 52))
    throw badUserInputAt('filter.maxDurationWeeks', 'must be between 1 and 52.')
  const scope = filter.scope ?? 'ALL'
  const equipment = filter.equipment?.length ? new Set([...filter.equipment, 'BODY_ONLY']) : null

  return program =>
    matchesAny(goals, program.goal) &&
    matchesAny(levels, program.level) &&
    matchesAny(workoutSplits, program.workoutSplit) &&
    matchesAny(sessionsPerWeek, program.sessionsPerWeek) &&
    matchesAny(visibilities, program.visibility) &&
    program.durationWeeks <= (maxDurationWeeks ?? Infinity) &&
    (equipment === null || program.equipment.every(item => equipment.has(item))) &&
    (scope !== 'MINE' || program.ownerId === userId) &&
    (scope !== 'PUBLIC' || program.isPublic)
}

/** An empty or missing filter matches every value. */
const matchesAny = <T>(values: readonly T[] | null | undefined, value: T | null): boolean =>
  !values?.length || (value !== null && values.includes(value))
