import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Trash } from 'lucide'
import { Chart } from '../components/chart.js'
import { ConsentGate } from '../components/consent.js'
import { DateField, Select, TextField } from '../components/fields.js'
import { measureUnitText } from '../components/figures.js'
import { FormCard } from '../components/form-card.js'
import { RoundButton } from '../components/round-button.js'
import { BackLink, MoreButton } from '../components/screen-parts.js'
import { lengthUnit, weightUnit } from '../data/account.js'
import { write } from '../data/synchronization.js'
import { measurements } from '../data/measurements.js'
import { isoDate } from '../data/preferences.js'
import { formatDayWithYear, formatNumber, nameOf, parseNumber, t } from '../i18n.js'
import {
  acceptedRange,
  measures,
  unitOf,
  valuesOf,
  withoutValue,
  withValue,
  type Measure,
  type MeasureUnit,
} from '../training/measurements.js'

/** How many values are listed before the user asks for more. */
const pageSize = 10

export const MeasurementsScreen = (): JSX.Element => (
  <>
    <BackLink to="progress">{t('nav.progress')}</BackLink>
    <h1>{t('measurements')}</h1>
    <ConsentGate kind="BODY_MEASUREMENTS" isKnown={measurements.value.length > 0}>
      <Measurements />
    </ConsentGate>
  </>
)

function Measurements(): JSX.Element {
  const [measure, setMeasure] = useState<Measure>('weight')
  const unit = unitOf(measure, { weight: weightUnit.value, length: lengthUnit.value })
  const values = useMemo(
    () => valuesOf(measurements.value, measure, unit),
    [measurements.value, measure, unit],
  )
  return (
    <div class="columns even">
      <MeasurementForm measure={measure} unit={unit} onChoose={setMeasure} />
      {values.length > 0 && <MeasuredValues key={measure} measure={measure} unit={unit} values={values} />}
    </div>
  )
}

interface ValuesProps {
  measure: Measure
  unit: MeasureUnit
  values: ReturnType<typeof valuesOf>
}

function MeasuredValues({ measure, unit, values }: ValuesProps): JSX.Element {
  const [count, setCount] = useState(pageSize)

  async function remove(id: string): Promise<void> {
    const measurement = measurements.value.find(one => one.id === id)
    const rest = measurement && withoutValue(measurement, measure)
    await write(rest ? { saveMeasurement: rest } : { deleteMeasurement: { id } })
  }

  return (
    <section class="card">
      <Chart label={nameOf('measure', measure)} points={values} kind="line" unit={measureUnitText(unit)} />
      <ul class="amounts wide">
        {values
          .slice(-count)
          .reverse()
          .map(({ id, date, value }) => (
            <li key={id}>
              <span>{formatDayWithYear(date)}</span>
              <span class="row">
                {formatNumber(value, 1)} {measureUnitText(unit)}
                <RoundButton
                  icon={Trash}
                  label={`${formatDayWithYear(date)}: ${t('measurements.delete')}`}
                  onClick={() => void remove(id)}
                />
              </span>
            </li>
          ))}
      </ul>
      {values.length > count && <MoreButton onClick={() => setCount(count + pageSize)} />}
    </section>
  )
}

interface FormProps {
  measure: Measure
  unit: MeasureUnit
  onChoose(measure: Measure): void
}

function MeasurementForm({ measure, unit, onChoose }: FormProps): JSX.Element {
  const today = isoDate(new Date())
  const [text, setText] = useState('')
  const [date, setDate] = useState(today)
  const [error, setError] = useState<string | null>(null)
  const [least, most] = acceptedRange(measure, unit)

  async function save(): Promise<void> {
    const value = parseNumber(text)
    const isDateWrong = date === '' || date > today
    if (value === null || value < least || value > most)
      setError(t('measurements.outOfRange', { least, most, unit: measureUnitText(unit) }))
    else if (isDateWrong) setError(t('error.futureDate'))
    else {
      await write({ saveMeasurement: withValue(measurements.value, date, measure, value, unit) })
      setText('')
      setError(null)
    }
  }

  return (
    <FormCard error={error} action={t('measurements.save')} onSubmit={save}>
      <Select
        label={t('measurements.measure')}
        value={measure}
        options={measures.map(one => [one, nameOf('measure', one)])}
        onChange={chosen => {
          setText('')
          setError(null)
          onChoose(chosen)
        }}
      />
      <TextField
        label={t('measurements.value', {
          measure: nameOf('measure', measure),
          unit: measureUnitText(unit),
        })}
        inputMode="decimal"
        value={text}
        onChange={setText}
      />
      <DateField label={t('date')} max={today} value={date} onChange={setDate} />
    </FormCard>
  )
}
