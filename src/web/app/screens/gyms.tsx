import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronLeft, ChevronRight, Plus, X } from 'lucide'
import { DeleteButton } from '../components/delete-button.js'
import { WeightUnitChoice } from '../components/fields.js'
import { unitText } from '../components/figures.js'
import { FormCard } from '../components/form-card.js'
import { Icon } from '../components/icon.js'
import { weightUnit, write } from '../data/app.js'
import { gyms } from '../data/gyms.js'
import { formatNumber, parseNumber, t } from '../i18n.js'
import { go, route } from '../router.js'
import { newGym, parseWeights, problemOf, type Gym } from '../training/gyms.js'

/** The list of gyms, or the editor of the one in the address. */
export function GymsScreen(): JSX.Element {
  const [, id] = route.value
  if (id === undefined) return <GymList />
  const gym = gyms.value.find(one => one.id === id)
  return (
    <>
      <a class="back" href="#/gyms">
        <Icon of={ChevronLeft} /> {t('gyms')}
      </a>
      <h1>{t(id === 'new' ? 'gyms.create' : 'gyms.edit')}</h1>
      {id === 'new' || gym ? <Editor key={id} gym={gym} /> : <p class="card">{t('gyms.notFound')}</p>}
    </>
  )
}

const GymList = (): JSX.Element => (
  <>
    <a class="back" href="#/settings">
      <Icon of={ChevronLeft} /> {t('nav.settings')}
    </a>
    <h1>{t('gyms')}</h1>
    {gyms.value.length === 0 ? (
      <div class="card empty">
        <p>{t('gyms.empty')}</p>
      </div>
    ) : (
      <ul class="links card">
        {gyms.value.map(gym => (
          <li key={gym.id}>
            <a href={`#/gyms/${gym.id}`}>
              <span>
                <strong>{gym.name}</strong>
                {gym.isDefault && <span class="faint">{t('gyms.default')}</span>}
              </span>
              <Icon of={ChevronRight} />
            </a>
          </li>
        ))}
      </ul>
    )}
    <a class="button wide" href="#/gyms/new">
      <Icon of={Plus} /> {t('gyms.create')}
    </a>
  </>
)

/** A text that is no number becomes a weight that the check refuses. */
const toWeight = (text: string): number => parseNumber(text) ?? 0

function Editor({ gym }: { gym: Gym | undefined }): JSX.Element {
  const [draft, setDraft] = useState(() => gym ?? newGym(weightUnit.value, t('plates.bar')))
  const [dumbbells, setDumbbells] = useState(
    draft.dumbbells.map(({ value }) => formatNumber(value)).join(' '),
  )
  const [error, setError] = useState<string | null>(null)
  const edit = (change: Partial<Gym>) => setDraft(current => ({ ...current, ...change }))
  const { bars, plates, steps, unit } = draft

  async function save(): Promise<void> {
    const weights = parseWeights(dumbbells)
    // Weights that did not change keep the unit in which they were entered.
    const saved = {
      ...draft,
      name: draft.name.trim(),
      dumbbells: (weights ?? []).map(
        value => draft.dumbbells.find(load => load.value === value) ?? { value, unit },
      ),
    }
    const problem = weights === null ? 'weight' : problemOf(saved)
    if (problem !== null) setError(t(`gyms.problem.${problem}`))
    else {
      await write({ saveGym: saved })
      go('gyms')
    }
  }

  const step = (key: 'machine' | 'cable') => (
    <label>
      {t(`gyms.${key}`, { unit: unitText(steps[key]?.unit ?? unit) })}
      <input
        inputMode="decimal"
        defaultValue={steps[key] ? formatNumber(steps[key].value) : ''}
        onInput={event => {
          const text = event.currentTarget.value.trim()
          const load = text === '' ? null : { value: toWeight(text), unit: steps[key]?.unit ?? unit }
          edit({ steps: { ...steps, [key]: load } })
        }}
      />
    </label>
  )

  return (
    <FormCard
      error={error}
      action={t('gyms.save')}
      onSubmit={save}
      footer={
        gym && (
          <DeleteButton
            label={t('gyms.delete')}
            text={t('gyms.deleteText')}
            onConfirm={() => void write({ deleteGym: { id: gym.id } }).then(() => go('gyms'))}
          />
        )
      }
    >
      <label>
        {t('gyms.name')}
        <input
          maxLength={100}
          value={draft.name}
          onInput={event => edit({ name: event.currentTarget.value })}
        />
      </label>
      <WeightUnitChoice value={unit} onChange={value => edit({ unit: value })} />
      <fieldset class="rows">
        <legend>{t('gyms.bars')}</legend>
        {bars.map((bar, at) => {
          const change = (changed: Partial<typeof bar>) =>
            edit({ bars: bars.map((other, index) => (index === at ? { ...bar, ...changed } : other)) })
          return (
            <div class="row" key={at}>
              <input
                aria-label={t('gyms.barName', { number: at + 1 })}
                maxLength={100}
                value={bar.name}
                onInput={event => change({ name: event.currentTarget.value })}
              />
              <input
                class="quantity"
                aria-label={t('gyms.barWeight', { number: at + 1, unit: unitText(bar.load.unit) })}
                inputMode="decimal"
                defaultValue={formatNumber(bar.load.value)}
                onInput={event =>
                  change({ load: { ...bar.load, value: toWeight(event.currentTarget.value) } })
                }
              />
              <span class="faint">{unitText(bar.load.unit)}</span>
              <button
                type="button"
                class="round"
                aria-label={t('gyms.removeBar', { number: at + 1 })}
                onClick={() => edit({ bars: bars.filter(other => other !== bar) })}
              >
                <Icon of={X} />
              </button>
            </div>
          )
        })}
        <button
          type="button"
          class="link"
          onClick={() => edit({ bars: [...bars, { name: t('plates.bar'), load: { value: 0, unit } }] })}
        >
          <Icon of={Plus} size={18} /> {t('gyms.addBar')}
        </button>
      </fieldset>
      <fieldset class="rows">
        <legend>{t('gyms.plates')}</legend>
        {plates.map((plate, at) => {
          const change = (changed: Partial<typeof plate>) =>
            edit({ plates: plates.map((other, index) => (index === at ? { ...plate, ...changed } : other)) })
          return (
            <div class="row" key={at}>
              <input
                class="quantity"
                aria-label={t('gyms.plateWeight', { number: at + 1, unit: unitText(plate.load.unit) })}
                inputMode="decimal"
                defaultValue={formatNumber(plate.load.value)}
                onInput={event =>
                  change({ load: { ...plate.load, value: toWeight(event.currentTarget.value) } })
                }
              />
              <span class="faint">{unitText(plate.load.unit)} ×</span>
              <input
                class="quantity"
                aria-label={t('gyms.plateCount', { number: at + 1 })}
                inputMode="numeric"
                defaultValue={String(plate.count)}
                onInput={event => change({ count: toWeight(event.currentTarget.value) })}
              />
            </div>
          )
        })}
        <span class="row">
          <button
            type="button"
            class="link"
            onClick={() => edit({ plates: [...plates, { load: { value: 0, unit }, count: 2 }] })}
          >
            <Icon of={Plus} size={18} /> {t('gyms.addPlates')}
          </button>
          {plates.length > 0 && (
            <button type="button" class="link" onClick={() => edit({ plates: plates.slice(0, -1) })}>
              {t('set.remove')}
            </button>
          )}
        </span>
      </fieldset>
      <label>
        {t('gyms.dumbbells', { unit: unitText(unit) })}
        <input value={dumbbells} onInput={event => setDumbbells(event.currentTarget.value)} />
      </label>
      {step('machine')}
      {step('cable')}
      <label class="toggle">
        <span>{t('gyms.default')}</span>
        <input
          type="checkbox"
          role="switch"
          checked={draft.isDefault}
          onChange={event => edit({ isDefault: event.currentTarget.checked })}
        />
      </label>
    </FormCard>
  )
}
