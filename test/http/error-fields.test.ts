import t from 'tap'
import { queryGraphQL, signUp, type TestUser } from '../helper.js'
import { filePart, buildWithExercises, post as postImport } from '../features/portability/imports/imports.js'
import {
  multipartBody,
  multipartType,
  photoPart,
  uploadUrl,
  type Part,
} from '../features/media/photos/photo-app.js'
import { progressUrl } from '../features/media/progress-photos/helpers.js'

const app = await buildWithExercises(t)
const user = await signUp(app)

interface StorageError {
  error: { code: string; field?: string }
}

t.test('names the key of the body in errors below /auth', async t => {
  const good: Record<string, Record<string, unknown>> = {
    register: { email: 'new@example.com', password: 'eleven blue herons', username: 'new-person' },
    'verify-email': { token: 'x' },
    'resend-verification': { email: 'new@example.com' },
    login: { email: 'new@example.com', password: 'x' },
    refresh: { refreshToken: 'x' },
    logout: { refreshToken: 'x' },
    code: { email: 'new@example.com' },
    'code/verify': { challenge: 'x', code: '123456' },
    'forgot-password': { email: 'new@example.com' },
    'reset-password': { token: 'x', password: 'eleven blue herons' },
  }
  const fieldOf = async (route: string, payload: object | string) => {
    const response = await app.inject({
      ...{ method: 'POST', url: `/auth/${route}`, payload },
      headers: { 'content-type': 'application/json' },
    })
    t.equal(response.statusCode, 400, `${route} ${response.body}`)
    const { code, field } = response.json<{ code: string; field: string }>()
    return `${code} ${field}`
  }
  for (const [route, body] of Object.entries(good)) {
    for (const key of Object.keys(body)) {
      const { [key]: _, ...others } = body
      t.equal(await fieldOf(route, others), `VALIDATION_ERROR ${key}`, `${route} without ${key}`)
      t.equal(await fieldOf(route, { ...body, [key]: 7 }), `VALIDATION_ERROR ${key}`, `${route} ${key}`)
    }
    t.equal(await fieldOf(route, { ...body, more: 1 }), 'VALIDATION_ERROR more', `${route} has too much`)
    for (const whole of ['{', '', '[]', '"text"', 'null'])
      t.equal(await fieldOf(route, whole), 'VALIDATION_ERROR body', `${route} ${whole}`)
  }
  t.equal(await fieldOf('register', { ...good.register, password: 'x' }), 'WEAK_PASSWORD password')
  t.equal(await fieldOf('register', { ...good.register, username: '..' }), 'VALIDATION_ERROR username')
  t.equal(
    await fieldOf('register', { ...good.register, firstName: 'x'.repeat(101) }),
    'VALIDATION_ERROR firstName',
  )
  t.equal(await fieldOf('verify-email', { token: 'x' }), 'INVALID_TOKEN token')
  t.equal(
    await fieldOf('reset-password', { token: 'x', password: 'eleven blue herons' }),
    'INVALID_TOKEN token',
  )
  const taken = await app.inject({
    ...{ method: 'POST', url: '/auth/register' },
    payload: { ...good.register, username: user.username },
  })
  t.match(taken.json(), { code: 'USERNAME_TAKEN', field: 'username' })
})

t.test('names the field of the form in errors of uploads and imports', async t => {
  await queryGraphQL(
    app,
    'mutation { giveConsent(input: { kind: PROGRESS_PHOTOS }) { user { id } } }',
    {},
    user,
  )
  const upload = async (url: string, parts: Part[], by: Pick<TestUser, 'headers'> = user) =>
    app.inject({
      ...{ method: 'POST', url, payload: multipartBody(parts) },
      headers: { ...by.headers, 'content-type': multipartType },
    })
  const field = (name: string, content: string): Part => ({ field: name, content })
  for (const url of [uploadUrl, progressUrl]) {
    const cases: [field: string, parts: Part[]][] = [
      ['file', [field('assetContext', 'PROFILE_PICTURE')]],
      ['file', [{ ...photoPart(), field: 'other' }]],
      ['file', [photoPart({ content: '' })]],
      ['file', [photoPart(), photoPart()]],
      ['file', [photoPart({ content: 'no image' })]],
      ['assetContext', [photoPart(), field('assetContext', 'OTHER')]],
    ]
    for (const [name, parts] of cases) {
      const response = await upload(url, parts)
      t.equal(response.json<StorageError>().error.field, name, `${url} ${response.body}`)
    }
    const json = await app.inject({ method: 'POST', url, headers: user.headers, payload: {} })
    t.match(json.json(), { error: { code: 'BAD_REQUEST', field: 'body' } })
  }
  for (const [name, content] of Object.entries({
    id: 'x',
    pose: 'UP',
    takenAt: 'now',
    notes: 'x'.repeat(5001),
  })) {
    const response = await upload(progressUrl, [photoPart(), field(name, content)])
    t.match(response.json(), { success: false, error: { code: 'BAD_REQUEST', field: name } })
  }
  const imports = {
    source: 'FITBOD',
    weightUnit: 'kg',
    distanceUnit: 'M',
    timezone: 'Mars',
    dryRun: 'perhaps',
  }
  for (const [name, content] of Object.entries(imports)) {
    const response = await postImport(app, user, [filePart('x'), field(name, content)])
    t.match(response.json(), { success: false, error: { code: 'BAD_REQUEST', field: name } })
  }
  for (const parts of [
    [],
    [filePart('')],
    [filePart('x'), filePart('y')],
    [{ ...filePart('x'), field: 'other' }],
  ]) {
    const response = await postImport(app, user, parts)
    t.equal(response.json<StorageError>().error.field, 'file', response.body)
  }
})

t.test('describes the field of errors in the OpenAPI document', async t => {
  const { components } = (await app.inject('/openapi.json')).json<{
    components: { schemas: Record<string, { properties: Record<string, { properties?: object }> }> }
  }>()
  t.match(components.schemas.Error?.properties, { field: { type: 'string', description: /body/ } })
  t.match(components.schemas.StorageError?.properties.error?.properties, { field: { type: 'string' } })
})
