import t from 'tap'
import { loadConfig } from '../../../../src/config.js'
import { authTranslations } from '../../../../src/features/people/auth/translations/auth-translations.js'
import { locales } from '../../../../src/lib/locales.js'
import { queryGraphQL, build, logIn, isolatedSettings } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, newRegistration, post } from './requests.js'

const inLanguage = (language: string) => ({ 'accept-language': language })

t.test('sends mails in the language of the account, otherwise of the client', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const { email, username, password } = newRegistration()
  await post(app, 'register', { email, username, password }, inLanguage('de-AT, en;q=0.5'))
  const mail = await box.next()
  t.equal(mail.subject, authTranslations.de.mails.verifyEmail.subject)
  t.match(mail.text, `Willkommen, ${username}!`)
  t.match(mail.html, `Willkommen, ${username}!`)
  t.match(mail.html, '<html lang="de">')
  await post(app, 'verify-email', { token: tokenIn(mail) })

  const { accessToken } = await logIn(app, email, password)
  const account = { headers: { authorization: `Bearer ${accessToken}` } }
  t.same(
    (await queryGraphQL(app, '{ me { locale } }', {}, account)).data,
    { me: { locale: 'de' } },
    'stores the language',
  )
  const subject = async (language: string) => {
    await post(app, 'forgot-password', { email }, inLanguage(language))
    return (await box.next()).subject
  }
  t.equal(
    await subject('es'),
    authTranslations.de.mails.resetPassword.subject,
    'prefers the language of the account',
  )
  const change = 'mutation($locale: Locale) { updateProfile(input: { locale: $locale }) { user { locale } } }'
  t.match(await queryGraphQL(app, change, { locale: 'es' }, account), {
    data: { updateProfile: { user: { locale: 'es' } } },
  })
  t.equal(await subject('de'), authTranslations.es.mails.resetPassword.subject)
  await queryGraphQL(app, change, { locale: null }, account)
  t.equal(
    await subject('de'),
    authTranslations.de.mails.resetPassword.subject,
    'uses the language of the request if the account has none',
  )
  t.equal(
    await subject('fr'),
    authTranslations.en.mails.resetPassword.subject,
    'uses English if the language is not supported',
  )
  t.match((await queryGraphQL(app, change, { locale: 'fr' }, account)).errors, [{}])
})

t.test('renders pages in the language of the account, otherwise of the client', async t => {
  const box = await mailbox(t)
  const app = await build(t, {
    settings: { ...unlimitedLogins, SMTP_URL: box.url, BRAND_NAME: 'Kraft & Co' },
  })
  const { email, username, password } = newRegistration()
  await post(app, 'register', { email, username, password }, inLanguage('es'))
  const token = tokenIn(await box.next())
  const open = (page: string, language: string) =>
    app.inject({ url: `/auth/${page}`, headers: inLanguage(language) })
  const mine = await open(`verify-email?token=${token}`, 'de')
  t.match(mine.body, '<html lang="es">')
  t.match(mine.body, `<h1>${authTranslations.es.pages.verifyEmail.title}</h1>`)
  t.match(mine.body, 'Kraft &amp; Co')
  t.notMatch(mine.body, 'Fitness Training')
  const dead = await open('reset-password?token=dead', 'de')
  t.equal(dead.statusCode, 400)
  for (const words of ['failed', 'invalidLink', 'emailLabel', 'sendNewLink'] as const)
    t.match(dead.body, authTranslations.de.pages[words])

  await post(app, 'forgot-password', { email })
  const reset = tokenIn(await box.next())
  const submit = (page: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/auth/${page}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...inLanguage('de') },
      payload: new URLSearchParams(fields).toString(),
    })
  const weak = await submit('reset-password/confirm', { token: reset, password: 'password1' })
  t.equal(weak.statusCode, 400)
  t.match(weak.body, authTranslations.es.pages.weakPassword)
  t.match(weak.body, authTranslations.es.pages.newPassword)
  const done = await submit('reset-password/confirm', { token: reset, password: 'doce garzas azules' })
  t.match(done.body, `<h1>${authTranslations.es.pages.resetPassword.doneTitle}</h1>`)
  const requested = await submit('reset-password/new-link', { email: 'unknown@example.com' })
  t.match(requested.body, authTranslations.de.pages.newLinkSent)
  t.match(
    (await submit('reset-password/new-link', { email: 'no' })).body,
    authTranslations.de.pages.notAnAddress,
  )
})

t.test('shows the escaped brand in mails', async t => {
  const box = await mailbox(t)
  const settings = {
    ...{ SMTP_URL: box.url, BRAND_NAME: 'Kraft <b>& Co</b>', BRAND_COLOR: '#ffdd00' },
    BRAND_LOGO_URL: 'https://cdn.kraft.test/logo.png',
    MAIL_LINK_URL: 'https://app.kraft.test/',
  }
  const app = await build(t, { settings })
  const { email, username, password } = newRegistration()
  await post(app, 'register', { email, username, password })
  const { html = '', text = '' } = await box.next()
  for (const part of [
    'Kraft &lt;b&gt;&amp; Co&lt;/b&gt;',
    'background:#ffdd00;color:#000000',
    '<img src="https://cdn.kraft.test/logo.png"',
    'href="https://app.kraft.test"',
  ])
    t.ok(html.includes(part), part)
  const link = /https:\/\/app\.kraft\.test\/auth\/verify-email\?token=[\w-]{43}/
  t.match(html, link)
  t.match(text, new RegExp(`^${link.source}$`, 'm'))
  t.match(text, '– Kraft <b>& Co</b>')
})

t.test('has the same texts and placeholders in every language', async t => {
  const wordsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, word]) => word).sort()
  for (const locale of locales)
    for (const [name, letter] of Object.entries(authTranslations[locale].mails)) {
      const same = authTranslations.en.mails[name as keyof typeof authTranslations.en.mails]
      t.same(wordsOf(letter.paragraphs.join(' ')), wordsOf(same.paragraphs.join(' ')), `${locale} ${name}`)
      t.equal(letter.action === undefined, same.action === undefined, `${locale} ${name}`)
      t.equal(letter.paragraphs.length, same.paragraphs.length, `${locale} ${name}`)
      if (locale !== 'en') t.not(letter.subject, same.subject)
    }
  const all = locales.map(locale => JSON.stringify(authTranslations[locale]))
  t.ok(
    all.every(texts => !texts.includes('""') && !texts.includes('  ')),
    'no text is empty',
  )
})

t.test('refuses to start with an invalid brand', async t => {
  for (const [name, value] of Object.entries({
    BRAND_COLOR: 'red;}',
    BRAND_LOGO_URL: 'http://cdn.kraft.test/logo.png',
    MAIL_LINK_URL: 'https://',
    BRAND_NAME: 'two\nlines',
  }))
    t.throws(() => loadConfig(isolatedSettings(t, { [name]: value })), new RegExp(name), value)
  t.throws(() => loadConfig(isolatedSettings(t, { BRAND_LOGO_URL: 'https://a:b:c' })), /BRAND_LOGO_URL/)
})
