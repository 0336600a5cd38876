import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ChevronLeft, Columns2, Trash } from 'lucide'
import { ServiceError } from '../../../client/index.js'
import type { ProgressPose } from '../../../../generated/operations/web-app.js'
import { ConsentGate } from '../components/consent.js'
import { Choice } from '../components/fields.js'
import { FormCard } from '../components/form-card.js'
import { Icon } from '../components/icon.js'
import { Loaded, useResource } from '../components/resource.js'
import { Sheet } from '../components/sheet.js'
import {
  deletePhoto,
  newPhotoId,
  pictureAddress,
  readPhotos,
  uploadPhoto,
  type Photo,
} from '../data/photos.js'
import { isoDate } from '../data/preferences.js'
import { describe } from '../errors.js'
import { formatDate, nameOf, t } from '../i18n.js'

const poses: readonly ProgressPose[] = ['FRONT', 'SIDE', 'BACK']

export const PhotosScreen = (): JSX.Element => (
  <>
    <a class="back" href="#/progress">
      <Icon of={ChevronLeft} /> {t('nav.progress')}
    </a>
    <h1>{t('photos')}</h1>
    <ConsentGate kind="PROGRESS_PHOTOS">
      <Photos />
    </ConsentGate>
  </>
)

const poseOf = ({ pose }: Photo): string => (pose === null ? t('photos.file') : nameOf('pose', pose))
const dateOf = ({ takenAt }: Photo): string => formatDate(takenAt, { dateStyle: 'medium' })
const captionOf = (photo: Photo): string => `${poseOf(photo)}, ${dateOf(photo)}`

/** The photos are not kept on the device: they are large, and the addresses expire. */
function Photos(): JSX.Element {
  const [pages, setPages] = useState(1)
  const photos = useResource(() => readPhotos(pages), [pages])
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [deleted, setDeleted] = useState<Photo | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function remove(photo: Photo): Promise<void> {
    setDeleted(null)
    try {
      await deletePhoto(photo)
      setError(null)
    } catch (problem) {
      setError(describe(problem))
    }
    photos.reload()
  }

  /** The last two that were chosen are compared. */
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen.slice(-1), id])

  return (
    <>
      <Upload onUploaded={photos.reload} />
      <p class="error" role="alert">
        {error}
      </p>
      <Loaded of={photos}>
        {({ photos: found, hasMore }) => {
          const compared = found.filter(({ id }) => chosen.includes(id)).reverse()
          return (
            <>
              {compared.length === 2 && (
                <section class="card">
                  <h2>{t('photos.comparison')}</h2>
                  <div class="comparison">
                    {compared.map(photo => (
                      <figure key={photo.id}>
                        <img src={pictureAddress(photo.url)} alt={poseOf(photo)} />
                        <figcaption>{dateOf(photo)}</figcaption>
                      </figure>
                    ))}
                  </div>
                </section>
              )}
              <p class="faint">{t(found.length > 1 ? 'photos.compareText' : 'photos.empty')}</p>
              <ul class="photos">
                {found.map(photo => (
                  <li key={photo.id} class="card">
                    <img src={pictureAddress(photo.thumbnailUrl)} alt={poseOf(photo)} loading="lazy" />
                    <span>{dateOf(photo)}</span>
                    <span class="row">
                      <button
                        type="button"
                        class="round"
                        aria-pressed={chosen.includes(photo.id)}
                        aria-label={`${captionOf(photo)}: ${t('photos.compare')}`}
                        onClick={() => choose(photo.id)}
                      >
                        <Icon of={Columns2} />
                      </button>
                      <button
                        type="button"
                        class="round"
                        aria-label={`${captionOf(photo)}: ${t('photos.delete')}`}
                        onClick={() => setDeleted(photo)}
                      >
                        <Icon of={Trash} />
                      </button>
                    </span>
                  </li>
                ))}
              </ul>
              {hasMore && (
                <button type="button" class="button quiet wide" onClick={() => setPages(pages + 1)}>
                  {t('more')}
                </button>
              )}
            </>
          )
        }}
      </Loaded>
      {deleted && (
        <Sheet title={t('photos.delete')} onClose={() => setDeleted(null)}>
          <p>{t('photos.deleteText', { photo: captionOf(deleted) })}</p>
          <button type="button" class="button danger wide" onClick={() => void remove(deleted)}>
            {t('photos.delete')}
          </button>
        </Sheet>
      )}
    </>
  )
}

const uploadErrors = {
  EMPTY_FILE: 'import.error.empty',
  FILE_TOO_LARGE: 'photos.error.tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'photos.error.type',
} as const

function describeUpload(error: unknown): string {
  if (error instanceof ServiceError && error.code in uploadErrors)
    return t(uploadErrors[error.code as keyof typeof uploadErrors])
  return describe(error)
}

function Upload({ onUploaded }: { onUploaded(): void }): JSX.Element {
  const today = isoDate(new Date())
  const [id, setId] = useState(newPhotoId)
  const [pose, setPose] = useState<ProgressPose>('FRONT')
  const [date, setDate] = useState(today)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  async function upload(): Promise<void> {
    const file = input.current?.files?.[0]
    if (!file || date === '' || date > today) {
      setError(t(file ? 'error.futureDate' : 'photos.chooseFile'))
      return
    }
    setIsBusy(true)
    try {
      await uploadPhoto({ id, file, pose, date })
      setId(newPhotoId())
      if (input.current) input.current.value = ''
      setError(null)
      onUploaded()
    } catch (problem) {
      setError(describeUpload(problem))
    }
    setIsBusy(false)
  }

  return (
    <FormCard error={error} action={t('photos.upload')} isBusy={isBusy} onSubmit={upload}>
      <label>
        {t('photos.file')}
        <input
          ref={input}
          type="file"
          accept="image/*"
          // Another photo is another record.
          onChange={() => setId(newPhotoId())}
        />
      </label>
      <Choice
        label={t('photos.pose')}
        options={poses.map(one => [one, nameOf('pose', one)])}
        value={pose}
        onChange={value => setPose(value)}
      />
      <label>
        {t('date')}
        <input type="date" max={today} value={date} onInput={event => setDate(event.currentTarget.value)} />
      </label>
    </FormCard>
  )
}
