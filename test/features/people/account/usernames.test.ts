import t from 'tap'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { unlimitedLogins, newRegistration, post, assertError } from '../auth/requests.js'

const good = {
  'the shortest': ['abc', 'a-b', '123', 'Ab1'],
  'dots that make no address': ['john.smith', 'a.b-c_d', 'another.user', '1.2', 'e.t', 'v1.0.0'],
  'letters of one script': [
    ...['田中たろう', 'タナカ', '이순신', '李小龙', 'ㄅㄆㄇ', 'Мария', 'سارة_٢٠٢٦', 'नमस्ते', 'ศิริ'],
    ...['Ὀδυσσεύς', 'ქეთევანი', 'ᏣᎳᎩ', 'N̈guyễn', 'straße', 'ᠮᠣᠩᠭᠣᠯ'],
  ],
  'more than a reserved name': [
    'rooted',
    'teammate',
    'help-me',
    'supporter',
    'modern',
    'adminsky',
    'team42',
    'mod7',
  ],
}

const bad = {
  'begin and end with a letter or a digit': [
    '-abc',
    'abc-',
    '.abc',
    'abc.',
    '_abc',
    'abc_',
    '___',
    '\u0301abc',
  ],
  'must use letters of one script only': [
    ...['pаypal', 'Zoë-ὀδυσσεύς', 'мaria', 'abcדוד', 'abc_田中', 'たろう이순', 'abc٢٠٢٦', '𐍈𐍈𐍈'],
  ],
  'must contain only letters, digits': ['①②③', 'abc½', 'Ⅷabc', 'ab c', 'abc@de', 'abc/de', 'ab\u200bc'],
  'not look like a web address': [
    ...[
      'www.example',
      'WWW.abc',
      'example.com',
      'Example.COM',
      'evil-site.co.uk',
      'shop.xn--p1ai',
      'xn--dmin-7cd',
      'пример.рф',
    ],
    ...[
      'ｅｘａｍｐｌｅ.ｃｏｍ',
      'a..com',
      'my_site.de',
      'x.fit',
      '192.168.0.1',
      'sub.domain.example.org',
      'evil.com.joe',
    ],
  ],
  'is reserved': [
    ...[
      'admin',
      'Admin',
      'ADMIN',
      'root',
      'support',
      'a-d-m-i-n',
      'a.d_min',
      'ad--min',
      'sup.port',
      'S-U-P-P-O-R-T',
    ],
    ...['ａｄｍｉｎ', '𝐚𝐝𝐦𝐢𝐧', 'ádmin', 'admın', 'adm1n', 'r00t', 'he1p', 'ТЕАМ', 'ᴀdmin', 'ᴛᴇᴀᴍ'],
    ...[
      'admin42',
      '1admin',
      'support_24',
      '0.ADMIN.0',
      'ᴀdmin1',
      'adm1n2',
      '２０admin',
      '4dm1n',
      'аԁміп',
      'АԀМІП',
    ],
  ],
}

t.test('accepts valid usernames', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  for (const [why, names] of Object.entries(good))
    for (const username of names)
      t.equal(
        (await post(app, 'register', { ...newRegistration(), username })).statusCode,
        202,
        `${why}: ${username}`,
      )
})

t.test('rejects invalid usernames with the reason', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  for (const [why, names] of Object.entries(bad))
    for (const username of names) {
      const response = await post(app, 'register', { ...newRegistration(), username })
      assertError(t, response, 400, 'VALIDATION_ERROR', `${why}: ${username}`)
      t.match(response.json().message, why, username)
    }
})

const rename = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { user { username firstName } }
}`

t.test('keeps an old username that violates the rules until it is changed', async t => {
  const app = await build(t)
  const { account, registration } = app.features.services
  const person = await signUp(app)
  // An earlier version accepted this name.
  await account.rename(person.id, 'www.Админ.com', 'username')
  const renameTo = (input: object) => queryGraphQL(app, rename, { input }, person)

  t.same(await renameTo({ username: ' www.Админ.com ', firstName: 'Ada' }), {
    data: { updateProfile: { user: { username: 'www.Админ.com', firstName: 'Ada' } } },
  })
  t.equal(errorCodeOf(await renameTo({ username: 'WWW.Админ.com' })), 'BAD_USER_INPUT')
  t.notOk((await renameTo({ username: 'ada-7' })).errors)
  t.equal(errorCodeOf(await renameTo({ username: 'www.Админ.com' })), 'BAD_USER_INPUT')

  const administrator = { ...newRegistration(), username: 'admin', role: 'ADMIN' } as const
  await registration.createVerifiedAccount(administrator)
  t.equal(
    (await account.findByEmail(administrator.email))?.account.username,
    'admin',
    'the service itself may use it',
  )
})
