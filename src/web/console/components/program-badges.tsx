import type { JSX } from 'preact'
import type { ProgramLineFragment } from '../../../../generated/operations/console.js'
import { t } from '../i18n.js'

const tones = { DRAFT: 'warn', PUBLISHED: 'good', ARCHIVED: '' } as const

export const ProgramBadges = ({ of: program }: { of: ProgramLineFragment }): JSX.Element => (
  <span class="badges">
    <span class={`badge ${tones[program.visibility]}`}>{t(`visibility.${program.visibility}`)}</span>
    {program.isMine && <span class="badge accent">{t('program.mine')}</span>}
    {program.isBuiltIn && <span class="badge">{t('program.builtIn')}</span>}
  </span>
)
