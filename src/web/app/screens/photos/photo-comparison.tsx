import type { JSX } from 'preact'
import { pictureAddress, type Photo } from '../../data/photos.js'
import { t } from '../../i18n.js'
import { dateOf, poseOf } from './captions.js'

/** Shows two photos side by side, the earlier one first; nothing unless there are two. */
export const PhotoComparison = ({ photos }: { photos: readonly Photo[] }): JSX.Element | null =>
  photos.length === 2 ? (
    <section class="card">
      <h2>{t('photos.comparison')}</h2>
      <div class="comparison">
        {photos.toReversed().map(photo => (
          <figure key={photo.id}>
            <img src={pictureAddress(photo.url)} alt={poseOf(photo)} />
            <figcaption>{dateOf(photo)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  ) : null
