import { deltoids, muscles, type Deltoid, type Muscle } from '../../../lib/exercise-vocabulary.js'
import { back, front, type BodyHalf, type BodyPart } from './body.js'

/** A muscle, or a head of the deltoid. SHOULDERS stands for all heads. */
export type MapTarget = Muscle | Deltoid

export const mapTargets: readonly MapTarget[] = [...muscles, ...deltoids]

/** How strongly each target is lit, more than 0 and at most 1. */
export type Highlights = ReadonlyMap<MapTarget, number>

const width = 380
const height = 420
const secondaryLevel = 0.4
/** The number of sets that lights a muscle fully, a week's worth of hard training. */
const fullSets = 20
/** The level of the smallest number of sets, so that it can be seen. */
const leastLevel = 0.15

/** Lights primary targets fully and secondary ones partly. */
export const exerciseHighlights = (
  primary: readonly MapTarget[],
  secondary: readonly MapTarget[],
): Highlights =>
  new Map([
    ...secondary.map(target => [target, secondaryLevel] as const),
    ...primary.map(target => [target, 1] as const),
  ])

/** Lights targets by their number of sets. */
export const setHighlights = (sets: ReadonlyMap<MapTarget, number>): Highlights =>
  new Map(
    [...sets]
      .filter(([, count]) => count > 0)
      .map(([target, count]) => [target, leastLevel + (1 - leastLevel) * Math.min(1, count / fullSets)]),
  )

/** Draws the body from the front and from the back. @param title for screen readers */
export function drawMuscleMap(highlights: Highlights, title: string): string {
  const levels = partLevels(highlights)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<style>${styles}</style>
<defs>${half('front', front, levels)}${half('back', back, levels)}</defs>
${body('front', width / 4)}
${body('back', (width * 3) / 4)}
</svg>
`
}

const styles =
  '.body{fill:#e3e7ec}.part{fill:#c6cdd6;stroke:#f7f8fa;stroke-width:.8}.lit{fill:#d9381e}' +
  '.line{fill:none;stroke:#f7f8fa;stroke-width:.8}' +
  '@media(prefers-color-scheme:dark){.body{fill:#2c333d}.part{fill:#465060;stroke:#1b2027}.lit{fill:#ff6a4d}.line{stroke:#1b2027}}'

/** A head of the deltoid is lit like the shoulders, unless it is lit itself. */
function partLevels(highlights: Highlights): ReadonlyMap<BodyPart, number> {
  const levels = new Map<BodyPart, number>()
  const shoulders = highlights.get('SHOULDERS')
  if (shoulders !== undefined) for (const head of deltoids) levels.set(head, shoulders)
  for (const [target, level] of highlights) if (target !== 'SHOULDERS') levels.set(target, level)
  return levels
}

function half(
  id: string,
  { outline, parts, lines }: BodyHalf,
  levels: ReadonlyMap<BodyPart, number>,
): string {
  const shapes = parts.map(([part, shape]) => {
    const level = levels.get(part)
    const lit = level === undefined ? '' : ` lit" fill-opacity="${level.toFixed(2)}`
    return `<path class="part${lit}" d="${shape}"/>`
  })
  return `<g id="${id}"><path class="body" d="${outline}"/>${shapes.join('')}<path class="line" d="${lines}"/></g>`
}

const body = (id: string, x: number) =>
  `<g transform="translate(${x} 10)"><use href="#${id}"/><use href="#${id}" transform="scale(-1 1)"/></g>`
