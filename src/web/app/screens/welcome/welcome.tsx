import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChartLine, CloudOff, Dumbbell, Trophy } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { t } from '../../i18n.js'
import { CheckMail, type Pending } from './check-mail.js'
import { LinkAccount } from './link-account.js'
import { SecondFactor } from './second-factor.js'
import { SignIn } from './sign-in.js'

const benefits = [
  { icon: CloudOff, text: 'welcome.offline' },
  { icon: Trophy, text: 'welcome.records' },
  { icon: ChartLine, text: 'welcome.progress' },
] as const

/** Shown to visitors: what the app does, and the step of the sign-in at which they are. */
export function Welcome(): JSX.Element {
  const [pending, setPending] = useState<Pending | null>(null)
  const [secondFactorToken, setSecondFactorToken] = useState<string | null>(null)
  const [linkToken, setLinkToken] = useState<string | null>(null)
  return (
    <main class="welcome">
      <section class="hero">
        <p class="brand">
          <span class="mark">
            <Icon of={Dumbbell} />
          </span>
          Fitness Training
        </p>
        <h1>{t('welcome.title')}</h1>
        <ul>
          {benefits.map(({ icon, text }) => (
            <li key={text}>
              <Icon of={icon} /> {t(text)}
            </li>
          ))}
        </ul>
      </section>
      {secondFactorToken !== null ? (
        <SecondFactor token={secondFactorToken} onBack={() => setSecondFactorToken(null)} />
      ) : pending ? (
        <CheckMail pending={pending} onSecondFactor={setSecondFactorToken} onBack={() => setPending(null)} />
      ) : linkToken !== null ? (
        <LinkAccount
          token={linkToken}
          onSecondFactor={setSecondFactorToken}
          onBack={() => setLinkToken(null)}
        />
      ) : (
        <SignIn onPending={setPending} onSecondFactor={setSecondFactorToken} onLink={setLinkToken} />
      )}
    </main>
  )
}
