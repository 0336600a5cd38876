import { badUserInputAt } from '../../../errors.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import { compareKeys, type SortKey } from '../../../lib/cursors.js'
import { pageOf, type Keyed, type Page, type PageArguments } from '../../../lib/pages.js'
import { normalizeText } from '../../../lib/normalize.js'
import { assertMaxLength, singleLine } from '../../../lib/text.js'
import type { Program, ProgramFilterDraft, ProgramOrder } from './models.js'

/** What a list of programs is asked for. */
export interface ProgramListArguments extends PageArguments {
  search?: string | null
  filter?: ProgramFilterDraft | null
  sort?: ProgramOrder | null
}

const maxWords = 8
/** How much a word counts in a title, against one in a description. */
const titleWeight = 10

/** Letters and digits, without marks and cases. */
const folded = (text: string) => normalizeText(text, 'NFKD').toLowerCase().replace(/\p{M}/gu, '')
const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A page of programs that are held in memory. @throws AppError BAD_USER_INPUT */
export function listPrograms(
  programs: readonly Program[],
  userId: string,
  { search, filter, sort, ...page }: ProgramListArguments,
): Page<Program> {
  const words = searchWords(search ?? '')
  const order = sort ?? (words.length > 0 ? 'RELEVANCE' : 'TITLE')
  const fits = filterOf(userId, filter ?? {})
  const ranked = programs.filter(fits).flatMap(program => {
    const score = relevance(program, words)
    return score > 0 ? [{ item: program, key: keyOf(program, order, score) }] : []
  })
  ranked.sort((left, right) => compareKeys(left.key, right.key))
  return pageOf(
    {
      length: ranked.length,
      get: place => ranked[place] as Keyed<Program>,
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

/** Above zero where each word is there or begins one that is. */
function relevance({ title, description }: Program, words: readonly string[]): number {
  if (words.length === 0) return 1
  const inTitle = wordsOf(title)
  const inDescription = wordsOf(description ?? '')
  const scores = words.map(word => titleWeight * found(inTitle, word) + found(inDescription, word))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** 2 for the word itself, 1 for one that begins with it. */
const found = (words: readonly string[], wanted: string): number =>
  words.includes(wanted) ? 2 : words.some(word => word.startsWith(wanted)) ? 1 : 0

function keyOf({ id, title, updatedAt }: Program, order: ProgramOrder, score: number): SortKey {
  if (order === 'UPDATED') return [-updatedAt.getTime(), id]
  return order === 'RELEVANCE' ? [-score, folded(title), id] : [folded(title), id]
}

/** @throws AppError BAD_USER_INPUT */
function filterOf(userId: string, filter: ProgramFilterDraft): (program: Program) => boolean {
  const { goals, levels, workoutSplits, sessionsPerWeek, maxDurationWeeks, visibilities } = filter
  for (const [at, sessions] of (sessionsPerWeek ?? []).entries())
    if (sessions < 1 || sessions > 7)
      throw badUserInputAt(`filter.sessionsPerWeek[${at}]`, 'must be between 1 and 7.')
  if (maxDurationWeeks != null && (maxDurationWeeks < 1 || maxDurationWeeks > 52))
    throw badUserInputAt('filter.maxDurationWeeks', 'must be between 1 and 52.')
  const scope = filter.scope ?? 'ALL'
  const equipment = filter.equipment?.length ? new Set([...filter.equipment, 'BODY_ONLY']) : null

  return program =>
    anyOf(goals, program.goal) &&
    anyOf(levels, program.level) &&
    anyOf(workoutSplits, program.workoutSplit) &&
    anyOf(sessionsPerWeek, program.sessionsPerWeek) &&
    anyOf(visibilities, program.visibility) &&
    program.durationWeeks <= (maxDurationWeeks ?? Infinity) &&
    (equipment === null || program.equipment.every(piece => equipment.has(piece))) &&
    (scope !== 'MINE' || program.ownerId === userId) &&
    (scope !== 'PUBLIC' || program.isPublic)
}

const anyOf = <T>(wanted: readonly T[] | null | undefined, value: T | null): boolean =>
  !wanted?.length || (value !== null && wanted.includes(value))
