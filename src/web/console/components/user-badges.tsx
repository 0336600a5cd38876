import type { JSX } from 'preact'
import type { UserLineFragment } from '../../../../generated/operations/console.js'
import { t } from '../i18n.js'

interface Props {
  of: UserLineFragment
  /** Shows a badge for accounts without anything unusual, too. */
  hasDefault?: boolean
}

/** The properties of an account that are not the usual ones. */
export function UserBadges({ of: user, hasDefault = false }: Props): JSX.Element {
  const isUsual = user.role === 'USER' && user.enabled && user.verified && user.deletesAt === null
  return (
    <span class="badges">
      {user.role === 'ADMIN' && <span class="badge accent">{t('role.ADMIN')}</span>}
      {!user.enabled && <span class="badge bad">{t('disabled')}</span>}
      {!user.verified && <span class="badge warn">{t('unverified')}</span>}
      {user.deletesAt !== null && <span class="badge bad">{t('deletionPending')}</span>}
      {isUsual && hasDefault && <span class="badge good">{t('enabled')}</span>}
    </span>
  )
}
