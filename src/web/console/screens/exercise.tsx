import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Archive, ArrowLeft, ArrowRight, ImagePlus, Save, Trash2 } from 'lucide'
import {
  ArchiveCatalogueExerciseDocument,
  ExerciseScreenDocument,
  SaveCatalogueExerciseDocument,
  type CatalogueExerciseInput,
  type EditableExerciseFragment,
} from '../../../../generated/operations/console.js'
import { newId } from '../../../client/new-id.js'
import { Icon } from '../../shared/icon.js'
import { languageNames, locales } from '../../shared/languages.js'
import { go } from '../../shared/router.js'
import { Dialog } from '../components/dialog.js'
import { Checks, Select } from '../components/fields.js'
import { Loaded, Problem, useQuery } from '../components/query.js'
import { nameOf, namesOf, t } from '../i18n.js'
import { localPath } from '../local-path.js'
import { request, uploadImage } from '../session.js'
import {
  categories,
  deltoids,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
} from '../values.js'

const listSeparator = '\n'
const maxImages = 10

type Draft = Omit<EditableExerciseFragment, 'name' | 'muscleMapUrl'>

const emptyExercise = (): Draft => ({
  id: newId(),
  version: 0,
  slug: '',
  category: 'STRENGTH',
  force: null,
  level: 'BEGINNER',
  mechanic: null,
  equipment: [],
  primaryMuscles: [],
  secondaryMuscles: [],
  deltoids: [],
  trackingType: 'WEIGHT_REPS',
  isUnilateral: false,
  bodyweightShare: null,
  videoUrl: null,
  isArchived: false,
  translations: [{ locale: 'en', name: '', instructions: [], aliases: [] }],
  images: [],
})

export function ExerciseScreen({ id }: { id: string }): JSX.Element {
  return (
    <>
      <a class="back" href="#/exercises">
        <Icon of={ArrowLeft} size={16} /> {t('nav.exercises')}
      </a>
      {id === 'new' ? (
        <Editor exercise={emptyExercise()} onSaved={({ id }) => go(`exercises/${id}`)} />
      ) : (
        <Existing id={id} />
      )}
    </>
  )
}

function Existing({ id }: { id: string }): JSX.Element {
  const query = useQuery(ExerciseScreenDocument, { id })
  const [isSaved, setIsSaved] = useState(false)
  return (
    <Loaded of={query}>
      {({ exercise }) =>
        exercise && (
          <Editor
            key={exercise.version}
            exercise={exercise}
            isSaved={isSaved}
            onSaved={() => {
              setIsSaved(true)
              query.reload()
            }}
          />
        )
      }
    </Loaded>
  )
}

interface EditorProps {
  exercise: Draft
  /** Whether the exercise has just been saved. */
  isSaved?: boolean
  onSaved(exercise: { id: string }): void
}

const toLines = (text: string): string[] =>
  text
    .split(listSeparator)
    .map(line => line.trim())
    .filter(line => line !== '')

/** Returns the input of the mutation. Texts without a name are left out. */
const toInput = (draft: Draft): CatalogueExerciseInput => ({
  id: draft.id,
  expectedVersion: draft.version === 0 ? null : draft.version,
  slug: draft.slug,
  category: draft.category,
  force: draft.force,
  level: draft.level,
  mechanic: draft.mechanic,
  equipment: draft.equipment,
  primaryMuscles: draft.primaryMuscles,
  secondaryMuscles: draft.secondaryMuscles,
  deltoids: draft.deltoids,
  trackingType: draft.trackingType,
  isUnilateral: draft.isUnilateral,
  bodyweightShare: draft.bodyweightShare,
  videoUrl: draft.videoUrl,
  translations: draft.translations.filter(({ name }) => name.trim() !== ''),
  images: draft.images.map(({ assetId }, position) => ({ assetId, position })),
})

function Editor({ exercise, isSaved = false, onSaved }: EditorProps): JSX.Element {
  const [draft, setDraft] = useState(exercise)
  const [error, setError] = useState<unknown>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isArchiving, setIsArchiving] = useState(false)
  const isNew = exercise.version === 0
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  const isUnchanged = draft === exercise
  const english = exercise.translations.find(({ locale }) => locale === 'en')

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    setNotice(null)
    try {
      const { saveCatalogueExercise: result } = await request(SaveCatalogueExerciseDocument, {
        input: toInput(draft),
      })
      if (result?.conflict) setNotice(t('exercise.conflict'))
      else onSaved(exercise)
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  return (
    <>
      {' '}
      <form class="editor" onSubmit={event => void save(event)}>
        <header class="head">
          <div>
            <h1>{isNew ? t('exercise.new') : (english?.name ?? exercise.slug)}</h1>
            {!isNew && <p class="faint">{exercise.slug}</p>}
          </div>
          {exercise.isArchived && <span class="badge warn">{t('archived')}</span>}
          <div class="actions">
            {!isNew && !exercise.isArchived && (
              <button type="button" class="button quiet danger" onClick={() => setIsArchiving(true)}>
                <Icon of={Archive} size={16} /> {t('archive')}
              </button>
            )}
            <button type="submit" class="button" disabled={isBusy}>
              <Icon of={Save} size={16} /> {t(exercise.isArchived ? 'exercise.unarchive' : 'save')}
            </button>
          </div>
        </header>
        {error !== null && <Problem error={error} />}
        <div role="status">
          {notice !== null && <p class="notice warn">{notice}</p>}
          {isSaved && isUnchanged && <p class="notice good">{t('exercise.saved')}</p>}
        </div>
        <div class="columns">
          <section class="card fields">
            <h2>{t('exercise.properties')}</h2>
            {isNew && (
              <label>
                <span>{t('exercise.slug')}</span>
                <input
                  required
                  pattern="[a-z0-9]+(-[a-z0-9]+)*"
                  maxLength={100}
                  placeholder="barbell-bench-press"
                  value={draft.slug}
                  onInput={event => change({ slug: event.currentTarget.value })}
                />
              </label>
            )}
            <div class="pair">
              <Select
                label={t('exercise.category')}
                value={draft.category}
                options={namesOf('category', categories)}
                onChange={category => change({ category: category ?? 'STRENGTH' })}
              />
              <Select
                label={t('exercise.level')}
                value={draft.level}
                options={levels.map(level => [level, nameOf('level', level)] as const)}
                onChange={level => change({ level: level ?? 'BEGINNER' })}
              />
              <Select
                label={t('exercise.force')}
                none={t('none')}
                value={draft.force}
                options={namesOf('force', forces)}
                onChange={force => change({ force })}
              />
              <Select
                label={t('exercise.mechanic')}
                none={t('none')}
                value={draft.mechanic}
                options={namesOf('mechanic', mechanics)}
                onChange={mechanic => change({ mechanic })}
              />
            </div>
            <Checks
              label={t('exercise.primaryMuscles')}
              values={draft.primaryMuscles}
              options={namesOf('muscle', muscles)}
              onChange={primaryMuscles => change({ primaryMuscles })}
            />
            <Checks
              label={t('exercise.secondaryMuscles')}
              values={draft.secondaryMuscles}
              options={namesOf('muscle', muscles)}
              onChange={secondaryMuscles => change({ secondaryMuscles })}
            />
            <Checks
              label={t('exercise.deltoids')}
              values={draft.deltoids}
              options={namesOf('deltoid', deltoids)}
              onChange={values => change({ deltoids: values })}
            />
            <Checks
              label={t('equipment')}
              values={draft.equipment}
              options={namesOf('equipment', equipment)}
              onChange={values => change({ equipment: values })}
            />
            <div class="pair">
              <Select
                label={t('exercise.trackingType')}
                value={draft.trackingType}
                disabled={!isNew}
                options={namesOf('trackingType', trackingTypes)}
                onChange={trackingType => change({ trackingType: trackingType ?? 'WEIGHT_REPS' })}
              />
              <label>
                <span>{t('exercise.bodyweightShare')}</span>
                <input
                  type="number"
                  min="0"
                  max="1"
                  step="0.01"
                  disabled={!isNew}
                  value={draft.bodyweightShare ?? ''}
                  onInput={({ currentTarget: { value } }) =>
                    change({ bodyweightShare: value === '' ? null : Number(value) })
                  }
                />
              </label>
            </div>
            <label class="check">
              <input
                type="checkbox"
                checked={draft.isUnilateral}
                onChange={event => change({ isUnilateral: event.currentTarget.checked })}
              />
              <span>{t('exercise.isUnilateral')}</span>
            </label>
            <label>
              <span>{t('exercise.videoUrl')}</span>
              <input
                type="url"
                pattern="https://.*"
                placeholder="https://"
                value={draft.videoUrl ?? ''}
                onInput={({ currentTarget: { value } }) => change({ videoUrl: value === '' ? null : value })}
              />
            </label>
          </section>
          <div class="stack">
            <Images images={draft.images} onChange={images => change({ images })} />
            <Texts translations={draft.translations} onChange={translations => change({ translations })} />
          </div>
        </div>
      </form>
      {isArchiving && (
        <ArchiveDialog exercise={exercise} onClose={() => setIsArchiving(false)} onDone={onSaved} />
      )}
    </>
  )
}

interface ArchiveProps {
  exercise: Draft
  onClose(): void
  onDone(exercise: { id: string }): void
}

const ArchiveDialog = ({ exercise, onClose, onDone }: ArchiveProps): JSX.Element => (
  <Dialog
    title={t('exercise.archive.title')}
    action={t('archive')}
    danger
    onClose={onClose}
    onConfirm={async () => {
      await request(ArchiveCatalogueExerciseDocument, { id: exercise.id, expectedVersion: exercise.version })
      onDone(exercise)
    }}
  >
    <p>{t('exercise.archive.text')}</p>
  </Dialog>
)

interface TextsProps {
  translations: Draft['translations']
  onChange(translations: Draft['translations']): void
}

function Texts({ translations, onChange }: TextsProps): JSX.Element {
  return (
    <section class="card fields">
      <h2>{t('exercise.texts')}</h2>
      {locales.map(locale => {
        const texts = translations.find(one => one.locale === locale)
        const { name = '', aliases = [], instructions = [] } = texts ?? {}
        const change = (changes: Partial<Draft['translations'][number]>) =>
          onChange([
            ...translations.filter(one => one.locale !== locale),
            { locale, name, aliases, instructions, ...changes },
          ])
        return (
          <details key={locale} open={locale === 'en'} class="language">
            <summary>
              <span>{languageNames[locale]}</span>
              <small>{name === '' ? t('exercise.untranslated') : name}</small>
            </summary>
            <label>
              <span>{t('name')}</span>
              <input
                required={locale === 'en' || aliases.length + instructions.length > 0}
                maxLength={100}
                value={name}
                onInput={event => change({ name: event.currentTarget.value })}
              />
            </label>
            <label>
              <span>{t('exercise.aliases')}</span>
              <textarea
                rows={2}
                defaultValue={aliases.join(listSeparator)}
                onChange={event => change({ aliases: toLines(event.currentTarget.value) })}
              />
            </label>
            <label>
              <span>{t('exercise.instructions')}</span>
              <textarea
                rows={5}
                defaultValue={instructions.join(listSeparator)}
                onChange={event => change({ instructions: toLines(event.currentTarget.value) })}
              />
            </label>
          </details>
        )
      })}
    </section>
  )
}

interface ImagesProps {
  images: Draft['images']
  onChange(images: Draft['images']): void
}

function Images({ images, onChange }: ImagesProps): JSX.Element {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function add(file: File | undefined): Promise<void> {
    if (!file) return
    setIsBusy(true)
    setError(null)
    try {
      const assetId = await uploadImage(file)
      // The position is that in the list when the exercise is saved.
      onChange([...images, { assetId, position: images.length, url: thumbnailUrl(assetId) }])
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  function move(from: number, to: number): void {
    const moved = [...images]
    moved.splice(to, 0, ...moved.splice(from, 1))
    onChange(moved)
  }

  return (
    <section class="card fields">
      <h2>{t('exercise.images')}</h2>
      {error !== null && <Problem error={error} />}
      <ul class="pictures">
        {images.map(({ assetId, url }, at) => (
          <li key={assetId}>
            <img src={localPath(url)} alt={t('exercise.image', { number: at + 1 })} />
            <div>
              <button
                type="button"
                class="icon-button"
                aria-label={t('exercise.image.earlier', { number: at + 1 })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <Icon of={ArrowLeft} size={16} />
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={t('exercise.image.later', { number: at + 1 })}
                disabled={at === images.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <Icon of={ArrowRight} size={16} />
              </button>
              <button
                type="button"
                class="icon-button danger"
                aria-label={t('exercise.image.remove', { number: at + 1 })}
                onClick={() => onChange(images.filter((_, other) => other !== at))}
              >
                <Icon of={Trash2} size={16} />
              </button>
            </div>
          </li>
        ))}
      </ul>
      {images.length < maxImages && (
        <label class="button quiet upload">
          <Icon of={ImagePlus} size={16} /> <span>{t(isBusy ? 'loading' : 'exercise.image.add')}</span>
          <input
            type="file"
            class="hidden"
            accept="image/jpeg,image/png,image/webp"
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              void add(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
        </label>
      )}
    </section>
  )
}

/** The address at which the service serves an uploaded picture. */
const thumbnailUrl = (assetId: string) =>
  new URL(`../api/exercise-images/${assetId}.thumbnail.webp`, location.href).href
