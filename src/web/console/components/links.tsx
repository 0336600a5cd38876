import type { ComponentChildren, JSX } from 'preact'
import { ArrowLeft } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { t } from '../i18n.js'

/** The link above a screen to the screen that it belongs to. @param to the path of that screen, such as `users` */
export const BackLink = ({ to, children }: { to: string; children: ComponentChildren }): JSX.Element => (
  <a class="back" href={`#/${to}`}>
    <Icon of={ArrowLeft} size={16} /> {children}
  </a>
)

/** A link to a user. @param user null if the account is erased */
export const UserLink = ({ user }: { user: { id: string; username: string } | null }): JSX.Element =>
  user ? <a href={`#/users/${user.id}`}>{user.username}</a> : <span class="faint">{t('audit.erased')}</span>
