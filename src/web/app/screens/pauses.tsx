import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Trash } from 'lucide'
import type { PauseReason } from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { DateField, Select } from '../components/fields.js'
import { FormCard } from '../components/form-card.js'
import { RoundButton } from '../components/round-button.js'
import { BackLink } from '../components/screen-parts.js'
import { pauses } from '../data/pauses.js'
import { isoDate } from '../data/preferences.js'
import { write } from '../data/synchronization.js'
import { formatDayWithYear, nameOf, t } from '../i18n.js'
import { maxPauseDays, pauseProblem, pauseReasons } from '../training/pauses.js'

/** The days on which the user does not intend to train, which do not end the streak. */
export const PausesScreen = (): JSX.Element => (
  <>
    <BackLink to="calendar">{t('calendar')}</BackLink>
    <h1>{t('pauses')}</h1>
    <p class="faint">{t('pauses.text')}</p>
    <div class="columns even">
      <PauseForm />
      {pauses.value.length > 0 && (
        <section class="card">
          <ul class="amounts wide">
            {pauses.value.map(({ id, from, to, reason }) => (
              <li key={id}>
                <span>
                  {formatDayWithYear(from)} – {formatDayWithYear(to)}
                  <br />
                  <span class="faint">{nameOf('pauseReason', reason)}</span>
                </span>
                <RoundButton
                  icon={Trash}
                  label={`${formatDayWithYear(from)}: ${t('pauses.delete')}`}
                  onClick={() => void write({ deletePause: { id } })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  </>
)

function PauseForm(): JSX.Element {
  const today = isoDate(new Date())
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [reason, setReason] = useState<PauseReason>('HOLIDAY')
  const [error, setError] = useState<string | null>(null)

  async function save(): Promise<void> {
    const pause = { id: newId(), from, to, reason }
    const problem = pauseProblem(pause, pauses.value)
    setError(problem && t(`pauses.problem.${problem}`, { days: maxPauseDays }))
    if (!problem) await write({ savePause: pause })
  }

  return (
    <FormCard error={error} action={t('pauses.save')} onSubmit={save}>
      <DateField label={t('pauses.from')} value={from} onChange={setFrom} />
      <DateField label={t('pauses.to')} value={to} onChange={setTo} />
      <Select
        label={t('pauses.reason')}
        value={reason}
        options={pauseReasons.map(one => [one, nameOf('pauseReason', one)])}
        onChange={setReason}
      />
    </FormCard>
  )
}
