import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openEvents } from '../../../../src/platform/events/events.js'
import { openUploadMarkers } from '../../../../src/platform/files/upload-markers.js'
import { openIncomingFolder } from '../../../../src/platform/files/incoming-folder.js'
import { localStorage } from '../../../../src/platform/files/local-storage.js'
import { accountService } from '../../../../src/features/people/account/service.js'
import { auditService } from '../../../../src/features/people/audit/service.js'
import { auditStore } from '../../../../src/features/people/audit/store.js'
import { accountStore } from '../../../../src/features/people/account/store.js'
import { usernameClaimStore } from '../../../../src/features/people/account/username-claim-store.js'
import { ownedService } from '../../../../src/features/owned/service.js'
import { ownedStore } from '../../../../src/features/owned/store.js'
import { assetService } from '../../../../src/features/media/assets/service.js'
import { unfinishedUploadStore } from '../../../../src/features/media/assets/store.js'
import { unfinishedUploadsJob } from '../../../../src/features/media/assets/unfinished-uploads-job.js'
import { pendingVariantStore } from '../../../../src/features/media/assets/variants/pending-variant-store.js'
import { photoService } from '../../../../src/features/media/photos/service.js'
import { photoStore } from '../../../../src/features/media/photos/store.js'
import { profileService } from '../../../../src/features/people/profile/service.js'
import { profileStore } from '../../../../src/features/people/profile/store.js'
import type { Deadline } from '../../../../src/lib/deadline.js'
import { days, hours } from '../../../../src/lib/quantities.js'
import { openTestEmbedded } from '../../../platform/database/databases.js'
import { jpeg } from '../../../images.js'

/** Creates the service on real stores. Each step can be made to fail. */
async function build(t: Test) {
  const folder = t.testdir()
  const failing = new Set<string>()
  const breakable = <T extends object>(name: string, service: T): T =>
    new Proxy(service, {
      get(target, method, receiver): unknown {
        const step = `${name}.${String(method)}`
        if (failing.has(step)) return async () => Promise.reject(new Error(`${step} fails`))
        return Reflect.get(target, method, receiver)
      },
    })

  const database = await openTestEmbedded(t)
  const events = openEvents()
  let now = new Date()
  const clock = () => now
  const audit = auditService({ entries: auditStore(database), lifetime: 365 * days, clock })
  const account = accountService({
    audit,
    accounts: accountStore(database),
    claimStore: usernameClaimStore(database),
    requiresSecondFactor: false,
    ...{ database, events, clock },
  })
  const owned = ownedService({
    owned: ownedStore(database),
    tombstoneLifetime: 90 * days,
    ...{ database, events, clock },
  })
  const profile = profileService({ profiles: profileStore(database), account, owned, database, clock })
  const storage = await localStorage({ basePath: folder, baseUrl: '', secret: 'x'.repeat(32) })
  const incoming = await openIncomingFolder(join(folder, '.incoming'))
  const entries = breakable('uploads', unfinishedUploadStore(database))
  const assets = assetService({
    assets: entries,
    pendingVariants: breakable('variants', pendingVariantStore(database)),
    blurHashHandlers: new Map(),
    storage: breakable('storage', storage),
    start: { variants: () => undefined, sweeper: () => undefined },
    ...{ database, incoming, clock },
    allowedExtensions: ['jpg'],
    urlLifetime: 1 * hours,
  })
  const sweep = unfinishedUploadsJob({
    ...{ assets: entries, incoming, discard: assets.discard, clock },
    soleInstanceSince: undefined,
    isClosed: () => false,
  })
  const photos = photoService({
    photos: breakable('photos', photoStore(database)),
    profile: breakable('profile', profile),
    ...{ assets, uploadMarkers: await openUploadMarkers(join(folder, 'upload-markers')), database, events },
  })
  await database.prepare()
  const names = { email: 'ada@example.com', username: 'ada', firstName: null, lastName: null, locale: null }
  const { id } = (await account.create({ ...names, passwordHash: '', role: 'USER', verified: true }))!

  return {
    id,
    photos,
    sweep,
    failing,
    async upload(deadline?: Deadline) {
      const path = incoming.temporaryPath()
      await writeFile(path, jpeg())
      const received = { path, fileName: 'a.jpg', declaredType: 'image/jpeg' }
      return (await photos.upload(id, received, deadline)).photo
    },
    /** Returns all data that an upload changes. */
    state: async () => ({
      active: (await photos.list(id)).map(photo => photo.id),
      image: (await profile.get(id)).profileImage?.fileKey,
      files: (await readdir(join(folder, 'user-assets'), { recursive: true })).sort(),
    }),
    setTime: (time: number) => (now = new Date(time)),
  }
}

for (const step of [
  'uploads.add',
  'storage.put',
  'uploads.has',
  'photos.findActive',
  'photos.insert',
  'photos.archive',
  'profile.setImage',
  'variants.add',
  'uploads.remove',
]) {
  t.test(`changes nothing if ${step} fails during an upload`, async t => {
    const { failing, upload, state, sweep, setTime } = await build(t)
    for (let count = 0; count < 5; count++) await upload()
    const before = await state()
    failing.add(step)
    await t.rejects(upload(), { message: `${step} fails` })
    failing.clear()
    const { files, ...rest } = await state()
    t.same(rest, { active: before.active, image: before.image })
    // The sweeper reverts what the upload could not revert, because it needed the failing step.
    setTime(Date.now() + 1 * hours + 1000)
    await sweep()
    t.same(await state(), before)
    if (step !== 'uploads.has') t.same(files, before.files)
  })
}

for (const [calls, when] of ['once the file is stored', 'before the commit', 'after the commit'].entries())
  t.test(`discards the photo of a client that disconnects ${when}`, async t => {
    const { upload, state } = await build(t)
    for (let count = 0; count < 6; count++) await upload()
    const before = await state()
    let called = 0
    await t.rejects(upload({ left: () => (called++ < calls ? 1 : 0) }), { code: 'SERVICE_UNAVAILABLE' })
    t.equal(called, calls + 1)
    t.same(await state(), before)
  })

for (const steps of [['photos.delete', 'storage.delete'], ['uploads.has']]) {
  t.test(`reverts the upload later if ${steps.join(' and ')} fail`, async t => {
    const { failing, upload, state, sweep, setTime } = await build(t)
    for (let count = 0; count < 5; count++) await upload()
    const before = await state()
    for (const step of [...steps, 'uploads.remove', 'variants.remove']) failing.add(step)
    await t.rejects(upload())
    failing.clear()
    t.not((await state()).files.length, before.files.length)
    setTime(Date.now() + 1 * hours + 1000)
    await sweep()
    t.same(await state(), before)
  })
}

for (const step of ['photos.findActive', 'photos.updatePosition', 'photos.archive', 'profile.setImage']) {
  t.test(`changes nothing if ${step} fails during a restore, which can be repeated`, async t => {
    const { id, failing, upload, state, photos } = await build(t)
    const first = await upload()
    for (let count = 0; count < 5; count++) await upload()
    const before = await state()
    failing.add(step)
    await t.rejects(photos.restore(id, first.id))
    failing.clear()
    t.same(await state(), before)
    const { archivedProfilePhoto } = await photos.restore(id, first.id)
    const { active, image } = await state()
    t.same([active[0], image], [first.id, first.fileKey])
    t.equal(archivedProfilePhoto?.id, before.active.at(-1))
  })
}
