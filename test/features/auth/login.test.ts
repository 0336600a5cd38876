import t from 'tap'
import { ask, build, signUp } from '../../helper.js'

t.test('a right password gives two tokens and the account', async t => {
  const app = await build(t)
  const { email, password, username } = await signUp(app)

  const response = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })

  t.equal(response.statusCode, 200)
  const { accessToken, refreshToken, user } = response.json()
  t.same(Object.keys(user), ['id', 'email', 'username', 'role', 'enabled', 'verified'])
  t.match(user, { email, username, role: 'USER', enabled: true, verified: true })
  t.not(accessToken, refreshToken)
})

t.test('who is signed in can ask me', async t => {
  const app = await build(t)
  const person = await signUp(app)
  t.match(await ask(app, '{ me { id } }', {}, person), { data: { me: { id: person.id } } })
})
