import type { ComponentChildren, JSX } from 'preact'
import { t } from '../i18n.js'

interface Props {
  title: string
  /** The number of items that match the filters; null if it is not known. */
  count?: number | null
  /** What the user can do on the screen. */
  children?: ComponentChildren
}

export const ScreenHeader = ({ title, count = null, children }: Props): JSX.Element => (
  <header class="head">
    <h1>{title}</h1>
    {count !== null && <p class="faint">{t('matches', { count })}</p>}
    {children}
  </header>
)
