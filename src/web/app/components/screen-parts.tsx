import type { ComponentChildren, JSX } from 'preact'
import { ChevronLeft } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { t } from '../i18n.js'

interface LinkProps {
  /** The path of a screen, such as `history`; empty for the home screen. */
  to: string
  children: ComponentChildren
}

/** The link above a screen to the screen that it belongs to. */
export const BackLink = ({ to, children }: LinkProps): JSX.Element => (
  <a class="back" href={`#/${to}`}>
    <Icon of={ChevronLeft} /> {children}
  </a>
)

interface EmptyProps {
  text: string
  /** A link to what the user can do instead. */
  link?: { to: string; text: string }
}

/** Says that there is nothing to show yet. */
export const EmptyCard = ({ text, link }: EmptyProps): JSX.Element => (
  <div class="card empty">
    <p>{text}</p>
    {link && (
      <a class="button" href={`#/${link.to}`}>
        {link.text}
      </a>
    )}
  </div>
)

/** Shows the next items of a list. */
export const MoreButton = ({ onClick }: { onClick(): void }): JSX.Element => (
  <button type="button" class="button quiet wide" onClick={onClick}>
    {t('more')}
  </button>
)

/** Why an action has failed. Screen readers read the text when it appears. */
export const ErrorMessage = ({ text }: { text: string | null }): JSX.Element => (
  <p class="error" role="alert">
    {text}
  </p>
)
