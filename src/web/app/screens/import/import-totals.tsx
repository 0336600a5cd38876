import type { JSX } from 'preact'
import { Stat } from '../../components/figures.js'
import type { WorkoutImport } from '../../data/imports.js'
import { formatNumber, plural, t } from '../../i18n.js'

/** What an import adds, and how many workouts of the file were there before. */
export const ImportTotals = ({ of: counts }: { of: WorkoutImport }): JSX.Element => (
  <>
    <dl class="stats card">
      <Stat name={t('progress.workouts')} value={formatNumber(counts.workoutsMade)} />
      <Stat name={t('import.records')} value={formatNumber(counts.recordsRestored)} />
      <Stat name={t('import.skipped')} value={formatNumber(counts.skippedCount)} />
    </dl>
    {counts.workoutsAlreadyThere > 0 && (
      <p class="faint">
        {t('import.already', { workouts: plural('workouts', counts.workoutsAlreadyThere) })}
      </p>
    )}
  </>
)
