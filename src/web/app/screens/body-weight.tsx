import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { ChevronLeft, Trash } from 'lucide'
import { Chart } from '../components/chart.js'
import { ConsentGate } from '../components/consent.js'
import { unitText } from '../components/figures.js'
import { Icon } from '../components/icon.js'
import { weightUnit, write } from '../data/app.js'
import { measurements } from '../data/measurements.js'
import { isoDate } from '../data/preferences.js'
import { formatDay, formatNumber, parseNumber, t } from '../i18n.js'
import { isBodyWeight, weightsIn, withoutWeight, withWeight } from '../training/measurements.js'

/** How many weights are listed before the user asks for more. */
const pageSize = 10

export const BodyWeightScreen = (): JSX.Element => (
  <>
    <a class="back" href="#/progress">
      <Icon of={ChevronLeft} /> {t('nav.progress')}
    </a>
    <h1>{t('progress.bodyWeight')}</h1>
    <ConsentGate kind="BODY_MEASUREMENTS" isKnown={measurements.value.length > 0}>
      <BodyWeight />
    </ConsentGate>
  </>
)

function BodyWeight(): JSX.Element {
  const unit = weightUnit.value
  const weights = useMemo(() => weightsIn(measurements.value, unit), [measurements.value, unit])
  const [count, setCount] = useState(pageSize)

  async function remove(id: string): Promise<void> {
    const measurement = measurements.value.find(one => one.id === id)
    const rest = measurement && withoutWeight(measurement)
    await write(rest ? { saveMeasurement: rest } : { deleteMeasurement: { id } })
  }

  return (
    <div class="columns even">
      <Form />
      {weights.length > 0 && (
        <section class="card">
          <Chart label={t('progress.bodyWeight')} points={weights} kind="line" unit={unitText(unit)} />
          <ul class="amounts">
            {weights
              .slice(-count)
              .reverse()
              .map(({ id, date, value }) => (
                <li key={id}>
                  <span>{formatDay(date)}</span>
                  <span class="row">
                    {formatNumber(value, 1)} {unitText(unit)}
                    <button
                      type="button"
                      class="round"
                      aria-label={`${formatDay(date)}: ${t('bodyWeight.delete')}`}
                      onClick={() => void remove(id)}
                    >
                      <Icon of={Trash} />
                    </button>
                  </span>
                </li>
              ))}
          </ul>
          {weights.length > count && (
            <button type="button" class="button quiet wide" onClick={() => setCount(count + pageSize)}>
              {t('more')}
            </button>
          )}
        </section>
      )}
    </div>
  )
}

function Form(): JSX.Element {
  const unit = weightUnit.value
  const today = isoDate(new Date())
  const [text, setText] = useState('')
  const [date, setDate] = useState(today)
  const [error, setError] = useState<string | null>(null)

  async function save(): Promise<void> {
    const value = parseNumber(text)
    const isDateWrong = date === '' || date > today
    if (value === null || !isBodyWeight(value, unit)) setError(t('bodyWeight.outOfRange'))
    else if (isDateWrong) setError(t('bodyWeight.wrongDate'))
    else {
      await write({ saveMeasurement: withWeight(measurements.value, date, { value, unit }) })
      setText('')
      setError(null)
    }
  }

  return (
    <form
      class="card form"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        {t('bodyWeight.in', { unit: unitText(unit) })}
        <input inputMode="decimal" value={text} onInput={event => setText(event.currentTarget.value)} />
      </label>
      <label>
        {t('date')}
        <input type="date" max={today} value={date} onInput={event => setDate(event.currentTarget.value)} />
      </label>
      <p class="error" role="alert">
        {error}
      </p>
      <button class="button wide">{t('bodyWeight.save')}</button>
    </form>
  )
}
