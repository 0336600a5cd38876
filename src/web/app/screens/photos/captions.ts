import type { Photo } from '../../data/photos.js'
import { formatDate, nameOf, t } from '../../i18n.js'

export const poseOf = ({ pose }: Photo): string => (pose === null ? t('photos.file') : nameOf('pose', pose))

export const dateOf = ({ takenAt }: Photo): string => formatDate(takenAt, { dateStyle: 'medium' })

export const captionOf = (photo: Photo): string => `${poseOf(photo)}, ${dateOf(photo)}`
