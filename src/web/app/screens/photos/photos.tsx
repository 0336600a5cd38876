import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ConsentGate } from '../../components/consent.js'
import { Loaded, useResource } from '../../components/resource.js'
import { BackLink, ErrorMessage, MoreButton } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { useAction } from '../../components/use-action.js'
import { deletePhoto, readPhotos, type Photo } from '../../data/photos.js'
import { t } from '../../i18n.js'
import { captionOf } from './captions.js'
import { PhotoComparison } from './photo-comparison.js'
import { PhotoGrid } from './photo-grid.js'
import { PhotoUpload } from './photo-upload.js'

export const PhotosScreen = (): JSX.Element => (
  <>
    <BackLink to="progress">{t('nav.progress')}</BackLink>
    <h1>{t('photos')}</h1>
    <ConsentGate kind="PROGRESS_PHOTOS">
      <Photos />
    </ConsentGate>
  </>
)

/** The photos are not kept on the device: they are large, and the addresses expire. */
function Photos(): JSX.Element {
  const [pages, setPages] = useState(1)
  const photos = useResource(() => readPhotos(pages), [pages])
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [deleted, setDeleted] = useState<Photo | null>(null)
  const { error, run } = useAction()

  async function remove(photo: Photo): Promise<void> {
    setDeleted(null)
    await run(() => deletePhoto(photo))
    photos.reload()
  }

  /** The last two that were chosen are compared. */
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen.slice(-1), id])

  return (
    <>
      <PhotoUpload onUploaded={photos.reload} />
      <ErrorMessage text={error} />
      <Loaded of={photos}>
        {({ photos: found, hasMore }) => (
          <>
            <PhotoComparison photos={found.filter(({ id }) => chosen.includes(id))} />
            <p class="faint">{t(found.length > 1 ? 'photos.compareText' : 'photos.empty')}</p>
            <PhotoGrid photos={found} chosen={chosen} onChoose={choose} onDelete={setDeleted} />
            {hasMore && <MoreButton onClick={() => setPages(pages + 1)} />}
          </>
        )}
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
