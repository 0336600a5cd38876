import t, { type Test } from 'tap'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'

const update = `mutation($input: UpdateProfileInput!) {
  updateProfile(input: $input) { user { username firstName lastName country city bio } }
}`

async function buildWithUser(t: Test) {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const set = (input: object) =>
    queryGraphQL<{ updateProfile: { user: Record<string, unknown> } }>(app, update, { input }, account)
  return { app, person: account, set }
}

t.test('names of every script are kept', async t => {
  const { set } = await buildWithUser(t)
  for (const name of [
    'Łukasz',
    'Nguyễn Thị',
    '田中',
    'Мария',
    'محمد',
    'נועה',
    'ศิริ',
    'Ὀδυσσεύς',
    '가나다',
    "O'Neil-Ü",
    'می‌خواهم',
    '🏋️‍♀️',
  ]) {
    const { data, errors } = await set({ firstName: name, city: name, bio: name })
    t.notOk(errors, name)
    const same = name.normalize('NFC')
    t.match(data?.updateProfile.user, { firstName: same, city: same, bio: same })
  }
})

t.test('names are stored trimmed and composed', async t => {
  const { set } = await buildWithUser(t)
  const { data } = await set({ firstName: '  Zoe\u0308\u00a0', bio: '\r\n one\r\ntwo\rthree\n' })
  t.match(data?.updateProfile.user, { firstName: 'Zo\u00eb', bio: 'one\ntwo\nthree' })
})

t.test('counts lengths in characters', async t => {
  const { set } = await buildWithUser(t)
  const lengths = { username: 30, firstName: 100, lastName: 100, country: 100, city: 100, bio: 1000 }
  for (const [field, length] of Object.entries(lengths)) {
    t.notOk((await set({ [field]: '𠮷'.repeat(length) })).errors, field)
    const response = await set({ [field]: 'x'.repeat(length + 1) })
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', field)
    t.match(response.errors?.[0]?.message, new RegExp(`^input\\.${field} `))
  }
})

t.test('rejects control characters', async t => {
  const { set } = await buildWithUser(t)
  for (const character of ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00', '\uffff'])
    for (const field of ['username', 'firstName', 'lastName', 'country', 'city', 'bio'])
      t.equal(
        errorCodeOf(await set({ [field]: `abc${character}def` })),
        'BAD_USER_INPUT',
        `${field} ${JSON.stringify(character)}`,
      )
  t.equal(errorCodeOf(await set({ firstName: 'two\nlines' })), 'BAD_USER_INPUT')
  t.notOk((await set({ bio: 'two\n\tlines' })).errors)
})

t.test('accepts letters, digits, dots, hyphens and underscores in usernames', async t => {
  const { set } = await buildWithUser(t)
  for (const username of ['abc', 'a.b-c_d', '田中太郎', 'Зоя', 'नमस्ते', '123'])
    t.match((await set({ username })).data?.updateProfile.user, { username }, username)
  const wrong = [
    '',
    'ab',
    '  a  ',
    'a b',
    'a@b',
    'a/b',
    '<b>',
    'naïve!',
    '🏋️🏋️🏋️',
    'abc\u200b',
    'abc\ufe0f',
    'abc\u202edef',
    'abc\u3164',
    null,
  ]
  for (const username of wrong)
    t.equal(errorCodeOf(await set({ username })), 'BAD_USER_INPUT', JSON.stringify(username))
})

t.test('rejects usernames that differ only in case or form from a taken one', async t => {
  const { app, set } = await buildWithUser(t)
  const other = await signUp(app)
  const taken = {
    'Straße-fi1': ['straße-fi1', 'STRAßE-FI1', 'Straße-ﬁ1', 'Ｓtraße-fi１'],
    Ὀδός: ['ὀδός', 'ὈΔΌΣ', 'Ὀδόσ'],
  }
  for (const [name, others] of Object.entries(taken)) {
    t.notOk((await queryGraphQL(app, update, { input: { username: name } }, other)).errors)
    for (const username of others) {
      const { errors } = await set({ username })
      const extensions = { code: 'CONFLICT', reason: 'USERNAME_TAKEN', field: 'input.username' }
      t.match(errors, [{ extensions }], username)
    }
  }
  t.notOk((await set({ username: 'Straße-fi2' })).errors)
})

t.test('releases a username after a change', async t => {
  const { app, person, set } = await buildWithUser(t)
  const other = await signUp(app)
  await set({ username: 'someone-else' })
  const { data } = await queryGraphQL(app, update, { input: { username: person.username } }, other)
  t.match(data, { updateProfile: { user: { username: person.username } } })
})

t.test('allows users to change the spelling of their username', async t => {
  const { person, set } = await buildWithUser(t)
  const upper = person.username.toUpperCase()
  for (const username of [upper, person.username, person.username])
    t.match((await set({ username })).data?.updateProfile.user, { username })
})

t.test('gives a username to one of two concurrent changes', async t => {
  const { app, set } = await buildWithUser(t)
  const other = await signUp(app)
  const responses = await Promise.all([
    set({ username: 'the-one' }),
    queryGraphQL(app, update, { input: { username: 'THE-ONE' } }, other),
  ])
  t.equal(responses.filter(({ errors }) => !errors).length, 1)
  t.same(responses.filter(({ errors }) => errors).map(errorCodeOf), ['CONFLICT'])
})
