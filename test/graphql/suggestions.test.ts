import t from 'tap'
import { build, signUp, type GraphQLResponse } from '../helper.js'
import { unlimited, type GraphQLRequestBody } from './requests.js'
import { channels } from './limits/channels.js'

const update = 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }'
const nearlyRight: GraphQLRequestBody[] = [
  { query: '{ mee { id } }' },
  { query: '{ me { emial } }' },
  { query: '{ exercises(frist: 1) { totalCount } }' },
  { query: '{ __type(name: "User") { feilds { name } } }' },
  { query: '{ ...F } fragment F on Querry { __typename }' },
  { query: 'query($id: Itn) { user(id: $id) { id } }' },
  { query: 'mutation { updateProfile(input: { frstName: "a" }) { user { id } } }' },
  { query: 'mutation { updateProfile(input: { profile: { gender: MAIL } }) { user { id } } }' },
  { query: update, variables: { input: { frstName: 'a' } } },
  { query: update, variables: { input: { profile: { gender: 'MAIL' } } } },
  { query: update, variables: { input: { profile: { muscleFocus: ['CHES'] } } } },
]
const suggestion = /did you mean/i
const isMutation = ({ query }: GraphQLRequestBody) => query.startsWith('mutation')

t.test('suggests no schema names outside of development', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  for (const request of nearlyRight)
    for (const [name, channel] of Object.entries(channels))
      for (const run of [1, 2]) {
        if (isMutation(request) && name.includes('GET')) continue
        const { response: answer } = await channel(app, request, user)
        t.ok(answer.errors?.length, `${request.query} by ${name}, ${run}`)
        t.notOk(answer.errors?.some(({ message }) => suggestion.test(message)))
      }
})

t.test('suggests schema names in development', async t => {
  const app = await build(t, { settings: { ...unlimited, NODE_ENV: 'development' } })
  const user = await signUp(app)
  const messages = ({ errors = [] }: GraphQLResponse) => errors.map(({ message }) => message).join('\n')
  for (const request of nearlyRight)
    for (const run of [1, 2]) {
      const { response: answer } = await channels.POST!(app, request, user)
      t.match(messages(answer), suggestion, `${request.query}, ${run}`)
    }
})

t.test('does not alter values that look like suggestions', async t => {
  const app = await build(t, { settings: unlimited })
  const query = 'query($first: Int) { exercises(first: $first) { totalCount } }'
  const { response: answer } = await channels.POST!(app, { query, variables: { first: 'a Did you mean b?' } })
  t.match(answer.errors, [{ message: /"a Did you mean b\?"/, extensions: { code: 'BAD_USER_INPUT' } }])
  const long = ' Did you mean '.repeat(17_000)
  const { response: refused } = await channels.POST!(app, { query, variables: { first: long } })
  t.match(refused.errors, [{ extensions: { code: 'BAD_USER_INPUT' } }])
})
