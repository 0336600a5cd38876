import type { JSX } from 'preact'
import { CloudUpload } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { unsentIds } from '../data/records.js'
import { t } from '../i18n.js'

/** Marks a record with changes that were not sent; nothing if there are none. */
export const WaitingMark = ({ id }: { id: string }): JSX.Element | null =>
  unsentIds.value.has(id) ? (
    <span class="waiting">
      <Icon of={CloudUpload} size={18} />
      <span class="hidden">{t('history.waiting')}</span>
    </span>
  ) : null
