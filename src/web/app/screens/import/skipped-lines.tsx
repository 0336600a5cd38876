import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MoreButton } from '../../components/screen-parts.js'
import type { WorkoutImport } from '../../data/imports.js'
import { plural, t } from '../../i18n.js'

/** How many skipped lines are shown before the user asks for more. */
const shownLines = 20

/** Says which lines were left out, and why. */
export function SkippedLines({ of: { skipped, skippedCount } }: { of: WorkoutImport }): JSX.Element | null {
  const [count, setCount] = useState(shownLines)
  if (skippedCount === 0) return null
  const more = skippedCount - Math.min(count, skipped.length)
  return (
    <section class="card">
      <h2>{plural('lines', skippedCount)}</h2>
      <ul class="links">
        {skipped.slice(0, count).map(({ line, reason }) => (
          <li key={line}>
            <div>
              <span>
                <strong>{t('import.line', { line: String(line) })}</strong>
                <span class="faint">{reason}</span>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {skipped.length > count && <MoreButton onClick={() => setCount(count + shownLines)} />}
      {skipped.length <= count && more > 0 && <p class="faint">{t('import.moreLines', { count: more })}</p>}
    </section>
  )
}
