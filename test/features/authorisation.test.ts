import t from 'tap'
import type { App } from '../../src/app.js'
import { minutes } from '../../src/lib/quantities.js'
import { build, signUp, type GraphQLAnswer, type Person } from '../helper.js'
import { unlimited } from '../graphql/requests.js'
import { handClock } from './auth/requests.js'
import { save, workout } from './workouts/workouts.js'
import { operationsWith, schema, type Operation } from './whole-schema.js'

/**
 * Whom each operation is for. PUBLIC: everybody. PERSONAL: whoever is signed in, for what is theirs; an administrator
 * is a stranger to what is others'. ADMIN: administrators, by what the database says of them.
 */
const audience: Record<string, 'PUBLIC' | 'PERSONAL' | 'ADMIN'> = {
  ...all('PUBLIC', 'node exercise exercises login'),
  ...all(
    'PERSONAL',
    'me user activeEnrollment activeWorkout changes enrollment enrollments program programs',
  ),
  ...all('PERSONAL', 'recommendedPrograms records workout workouts exerciseHistory'),
  ...all(
    'PERSONAL',
    'workoutImport importProgressed progressPhotos deleteProgressPhoto measurements analytics consents restoreProfilePhoto profilePhotoUploaded',
  ),
  ...all('PERSONAL', 'archiveProgram copyProgram deleteExercise deleteProgram deleteWorkout enroll'),
  ...all('PERSONAL', 'favoriteExercise finishEnrollment pauseEnrollment publishProgram resumeEnrollment'),
  ...all(
    'PERSONAL',
    'saveExercise saveProgram saveWorkout setEnrollmentLoads skipProgramDay startWorkout sync',
  ),
  ...all('PERSONAL', 'swapExercise unskipProgramDay updateProfile upgradeEnrollment'),
  ...all('PERSONAL', 'giveConsent withdrawConsent saveMeasurement deleteMeasurement signOutEverywhere'),
  ...all('PERSONAL', 'accountChanged changesAvailable programProgressed recordSet workoutUpdated'),
  ...all('PERSONAL', 'deleteAccount restoreAccount changePassword changeEmail sessions revokeSession'),
  ...all('PERSONAL', 'completeOnboarding skipOnboarding achievements achievementEarned'),
  ...all('ADMIN', 'deprecatedFieldUses users auditLog'),
  ...all('ADMIN', 'setUserRole setAccountEnabled verifyUser revokeUserSessions'),
}

function all<Audience extends string>(whom: Audience, names: string): Record<string, Audience> {
  return Object.fromEntries(names.split(' ').map(name => [name, whom]))
}

/** Operations after which the caller is not signed in any more: somebody does them who is not needed afterwards. */
const lastDeeds = new Set(['signOutEverywhere', 'deleteAccount', 'changePassword'])

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const kinds = ['query', 'mutation', 'subscription'] as const
/** Stands in what the owner writes. */
const mark = 'only-the-owner-knows'

t.test('every operation says whom it is for', async t => {
  const names = roots
    .flatMap(root => Object.keys(root?.getFields() ?? {}))
    .filter(name => !name.startsWith('_'))
  t.same(
    names.filter(name => !(name in audience)),
    [],
    'operations without a row',
  )
})

/** Asks over server-sent events, and reads the first event: of a subscription nothing more is needed. */
async function first(app: App, { query, variables }: Operation, person?: Pick<Person, 'headers'>) {
  const accept = query.startsWith('subscription') ? { accept: 'text/event-stream' } : {}
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...person?.headers, ...accept },
    payload: { query, variables },
    payloadAsStream: true,
  })
  const stream = response.stream()
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (accept.accept && text.includes('\n')) break
  }
  stream.destroy()
  const [, event = '{}'] = accept.accept ? (/^data: (\{.*\})$/m.exec(text) ?? []) : [text, text]
  return JSON.parse(event) as GraphQLAnswer
}

/** Of the whole operation: what is personal in an account is refused to administrators by itself. */
const isRefusal = ({ extensions, message, path }: NonNullable<GraphQLAnswer['errors']>[number]) =>
  ((path as unknown[] | undefined)?.length ?? 0) <= 1 &&
  (extensions.code === 'FORBIDDEN' || /^Sign in first|revoked|has expired/.test(message))

t.test('everybody may do what is theirs to do, and nothing else', async t => {
  const { clock, advance } = handClock(new Date('2026-05-02T08:00:00.000Z'))
  const settings = {
    ...unlimited,
    ...{
      GRAPHQL_MAX_COST: '1000000',
      GRAPHQL_MAX_ALIASES: '1000',
      GRAPHQL_MAX_TOKENS: '100000',
      GRAPHQL_MAX_DEPTH: '30',
    },
    ...{ GRAPHQL_KEEP_ALIVE: '100ms', GRAPHQL_MAX_SUBSCRIPTIONS: '1000' },
  }
  const app = await build(t, { settings, clock })
  const expired = await signUp(app)
  advance(20 * minutes)
  const [owner, stranger, victim] = [await signUp(app), await signUp(app), await signUp(app)]
  const [admin, revoked] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  await app.features.services.auth.signOutEverywhere(revoked.id)
  const own = workout({ title: mark })
  await save(app, owner, own)

  for (const operation of operationsWith(() => own.id, kinds)) {
    const { name } = operation
    const whom = audience[name]
    const codeFor = async (person?: Pick<Person, 'headers'>) => {
      const { errors } = await first(app, operation, person)
      return errors?.find(isRefusal)
    }
    const asOne = async () => (lastDeeds.has(name) ? signUp(app) : owner)
    t.match(await codeFor(expired), { message: /has expired/ }, `${name}, expired`)
    t.match(await codeFor(revoked), { message: /revoked/ }, `${name}, revoked`)
    const anonymous = await codeFor()
    if (whom === 'PUBLIC') t.notOk(anonymous, `${name}, anonymous`)
    else t.match(anonymous, { message: /^Sign in first/ }, `${name}, anonymous`)
    if (whom === 'ADMIN') {
      t.match(await codeFor(stranger), { extensions: { code: 'FORBIDDEN' } }, `${name}, a person`)
      const [onVictim] = operationsWith(() => victim.id, kinds).filter(one => one.name === name)
      t.same(
        (await first(app, onVictim!, admin)).errors?.filter(isRefusal) ?? [],
        [],
        `${name}, administrator`,
      )
      continue
    }
    t.notOk(await codeFor(await asOne()), `${name}, owner`)
    if (lastDeeds.has(name)) continue
    for (const [who, person] of Object.entries({ stranger, admin })) {
      const answer = await first(app, operation, person)
      t.notOk(JSON.stringify(answer).includes(mark), `${name}, ${who}`)
    }
  }
})
