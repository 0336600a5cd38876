import { deltoids, muscles, type Deltoid, type Muscle } from '../../../lib/exercise-vocabulary.js'
import { back, front, type BodyHalf, type BodyPart } from './body.js'

/** A muscle, or a head of the deltoid. SHOULDERS stands for all heads. */
export type MapTarget = Muscle | Deltoid

export const mapTargets: readonly MapTarget[] = [...muscles, ...deltoids]

/** The intensity with which each target is highlighted, more than 0 and at most 1. */
export type Highlights = ReadonlyMap<MapTarget, number>

const width = 380
const height = 420
const secondaryIntensity = 0.4
/** The number of sets that highlights a muscle with full intensity: a week of hard training. */
const setsAtFullIntensity = 20
/** The intensity of the smallest number of sets, so that it can be seen. */
const minIntensity = 0.15

/** Highlights primary targets with full intensity, and secondary ones with less. */
export const exerciseHighlights = (
  primary: readonly MapTarget[],
  secondary: readonly MapTarget[],
): Highlights =>
  new Map([
    ...secondary.map(target => [target, secondaryIntensity] as const),
    ...primary.map(target => [target, 1] as const),
  ])

/** Highlights targets by their number of sets. */
export const setHighlights = (sets: ReadonlyMap<MapTarget, number>): Highlights =>
  new Map(
    [...sets]
      .filter(([, count]) => count > 0)
      .map(([target, count]) => [
        target,
        minIntensity + (1 - minIntensity) * Math.min(1, count / setsAtFullIntensity),
      ]),
  )

/** Draws the body from the front and from the back. @param title for screen readers */
export function drawMuscleMap(highlights: Highlights, title: string): string {
  const intensities = partIntensities(highlights)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<style>${styles}</style>
<defs>${half('front', front, intensities)}${half('back', back, intensities)}</defs>
${body('front', width / 4)}
${body('back', (width * 3) / 4)}
</svg>
`
}

const styles =
  '.body{fill:#e3e7ec}.part{fill:#c6cdd6;stroke:#f7f8fa;stroke-width:.8}.highlight{fill:#d9381e}' +
  '.line{fill:none;stroke:#f7f8fa;stroke-width:.8}' +
  '@media(prefers-color-scheme:dark){.body{fill:#2c333d}.part{fill:#465060;stroke:#1b2027}.highlight{fill:#ff6a4d}.line{stroke:#1b2027}}'

/** A head of the deltoid is highlighted like the shoulders, unless it is highlighted itself. */
function partIntensities(highlights: Highlights): ReadonlyMap<BodyPart, number> {
  const intensities = new Map<BodyPart, number>()
  const shoulders = highlights.get('SHOULDERS')
  if (shoulders !== undefined) for (const head of deltoids) intensities.set(head, shoulders)
  for (const [target, intensity] of highlights) if (target !== 'SHOULDERS') intensities.set(target, intensity)
  return intensities
}

function half(
  id: string,
  { outline, parts, lines }: BodyHalf,
  intensities: ReadonlyMap<BodyPart, number>,
): string {
  const shapes = parts.map(([part, shape]) => {
    const intensity = intensities.get(part)
    const highlight = intensity === undefined ? '' : ` highlight" fill-opacity="${intensity.toFixed(2)}`
    return `<path class="part${highlight}" d="${shape}"/>`
  })
  return `<g id="${id}"><path class="body" d="${outline}"/>${shapes.join('')}<path class="line" d="${lines}"/></g>`
}

const body = (id: string, x: number) =>
  `<g transform="translate(${x} 10)"><use href="#${id}"/><use href="#${id}" transform="scale(-1 1)"/></g>`
