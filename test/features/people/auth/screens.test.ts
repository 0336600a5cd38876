import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import t from 'tap'
import {
  ChangeEmailDocument,
  ChangePasswordDocument,
  CompleteOnboardingDocument,
  DeleteAccountDocument,
  DevicesScreenDocument,
  GiveConsentDocument,
  ProfileScreenDocument,
  RestoreAccountDocument,
  RevokeSessionDocument,
  SkipOnboardingDocument,
  UpdateProfileDocument,
  WithdrawConsentDocument,
} from '../../../../generated/operations/example.js'
import type { App } from '../../../../src/app.js'
import { countCommands } from '../../../commands.js'
import { build, logIn, signUp, type GraphQLResponse, type TestUser } from '../../../helper.js'
import { photoPart, post as upload } from '../../media/photos/photo-app.js'
import { unlimitedLogins, manualClock } from './requests.js'

/** Sends an operation like a client with generated types. */
async function request<Data, Variables>(
  app: App,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { headers }: Pick<TestUser, 'headers'>,
) {
  const payload = { query: print(document), variables, extensions: { cost: true } }
  const response = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
  const { data, errors } = response.json<GraphQLResponse<Data>>()
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

async function again(app: App, { email }: TestUser, password: string) {
  const { accessToken } = await logIn(app, email, password)
  return { headers: { authorization: `Bearer ${accessToken}` } }
}

t.test('serves the queries of the profile screen until the account is deleted', async t => {
  const { clock } = manualClock()
  const app = await build(t, { settings: unlimitedLogins, clock })
  const account = await signUp(app)
  const { id, email, username, password } = account
  await upload(app, account, [photoPart()])
  const shown = (await request(app, ProfileScreenDocument, {}, account)).me
  t.match(shown, {
    ...{ id, email, username, verified: true, deletesAt: null, locale: null, workoutsCompleted: 0 },
    profile: { onboardingStatus: 'NOT_STARTED', onboardingCompletionDate: null },
    consents: [],
  })
  t.equal(shown?.profilePhotos.length, 1)
  const input = {
    expectedVersion: shown?.version,
    locale: 'de',
    profile: { weight: 81.5, weightUnit: 'KG' },
  } as const
  const { updateProfile } = await request(app, UpdateProfileDocument, { input }, account)
  t.match(updateProfile, { conflict: null, user: { version: shown!.version + 1, profile: { weight: 81.5 } } })

  t.match(await request(app, SkipOnboardingDocument, {}, account), {
    skipOnboarding: { user: { profile: { onboardingStatus: 'SKIPPED' } } },
  })
  t.match(await request(app, CompleteOnboardingDocument, {}, account), {
    completeOnboarding: { user: { profile: { onboardingCompletionDate: clock().toISOString() } } },
  })
  const kind = 'BODY_MEASUREMENTS'
  t.match(await request(app, GiveConsentDocument, { kind }, account), {
    giveConsent: { user: { consents: [{ kind, withdrawnAt: null }] } },
  })
  t.match(await request(app, WithdrawConsentDocument, { kind }, account), {
    withdrawConsent: { user: { consents: [{ kind, withdrawnAt: clock().toISOString() }] } },
  })
  const newEmail = `new.${email}`
  t.match(await request(app, ChangeEmailDocument, { newEmail, password }, account), {
    changeEmail: { user: { email } },
  })

  const newPassword = 'seven blue herons'
  await request(app, ChangePasswordDocument, { current: password, new: newPassword }, account)
  const deletion = { password: newPassword }
  const { deleteAccount } = await request(
    app,
    DeleteAccountDocument,
    deletion,
    await again(app, account, newPassword),
  )
  const session = await again(app, account, newPassword)
  const { me } = await request(app, ProfileScreenDocument, {}, session)
  t.ok(me?.deletesAt, 'allowed during a pending deletion')
  t.equal(me?.deletesAt, deleteAccount?.user?.deletesAt)
  t.match(await request(app, RestoreAccountDocument, {}, session), {
    restoreAccount: { user: { id, deletesAt: null } },
  })
})

t.test('serves the queries of the devices screen', async t => {
  const commands = countCommands(t)
  const app = await build(t, { settings: unlimitedLogins, wrapDatabase: commands.observe })
  const account = await signUp(app)
  for (let device = 1; device <= 30; device++) await logIn(app, account.email, account.password)
  const { sessions } = await request(app, DevicesScreenDocument, {}, account)
  t.equal(sessions?.length, 31)
  t.equal(sessions?.filter(({ current }) => current).length, 1)
  const lost = sessions!.find(({ current }) => !current)!
  await request(app, RevokeSessionDocument, { id: lost.id }, account)
  // A sign-out invalidates the cached sessions, which are read again.
  await request(app, DevicesScreenDocument, {}, account)
  const left = await commands.during(() => request(app, DevicesScreenDocument, {}, account))
  t.notOk(left.result.sessions?.some(({ id }) => id === lost.id))
  t.same(
    left.commands.filter(command => !command.startsWith('mails.')),
    ['sessions.find'],
    'one round trip',
  )
})
