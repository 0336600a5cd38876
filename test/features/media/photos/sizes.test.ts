import path from 'node:path'
import { isBlurhashValid } from 'blurhash'
import sharp, { type Metadata } from 'sharp'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import type { Entity } from '../../../../src/platform/database/database.js'
import { throughEarlierNames } from '../../../platform/database/earlier-names.js'
import { queuePhotos } from '../../../../src/platform/database/migrations/queue-photos.js'
import { openDatabase } from '../../../../src/platform/database/open-database.js'
import { queryGraphQL, build, logIn, signUp, isolatedSettings, type TestUser } from '../../../helper.js'
import { heic } from '../../../heic.js'
import { pngChunk, pngSignature } from '../../../images.js'
import { join, uint32 } from '../../../exif.js'
import { filesOf, pathOf, photoApp, upload } from './photo-app.js'

interface Sizes {
  original: string
  large: string
  thumbnail: string
  blurHash: string | null
}

/** Returns the URLs of the newest photo, as its owner and as other users see them. */
async function sizesOf(app: App, account: TestUser): Promise<{ own: Sizes; seen: Sizes }> {
  const { data, errors } = await queryGraphQL<{ me: { profilePhotos: Sizes[] }; user: Sizes }>(
    app,
    `query ($id: ID!) {
      me { profilePhotos { original: url large: url(size: LARGE) thumbnail: url(size: THUMBNAIL) blurHash } }
      user(id: $id) {
        original: profilePhotoUrl large: profilePhotoUrl(size: LARGE) thumbnail: profilePhotoUrl(size: THUMBNAIL)
        blurHash: profilePhotoBlurHash
      }
    }`,
    { id: account.id },
    account,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return { own: data.me.profilePhotos[0]!, seen: data.user }
}

const withoutToken = (url: string) => url.replace(/\?.*/, '')

async function fetched(app: App, url: string) {
  const { statusCode, headers, rawPayload } = await app.inject(pathOf(url))
  return { statusCode, type: headers['content-type'], bytes: rawPayload }
}

/** A photo of a camera held upright: the stored pixels are rotated. */
const rotatedPhoto = () =>
  sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#c05020' } })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'Ada Lovelace' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()

t.test('creates smaller upright WebP sizes without metadata, for the owner and for other users', async t => {
  const { app, person } = await photoApp(t)
  const content = await rotatedPhoto()
  await upload(app, person, { content })
  const before = await sizesOf(app, person)
  t.same(before.own.blurHash, null)
  t.equal(
    withoutToken(before.own.large),
    withoutToken(before.own.original),
    'serves the original in place of sizes that could not be made',
  )

  await app.features.services.assets.makeVariants()
  const { own, seen } = await sizesOf(app, person)
  for (const { original, large, thumbnail, blurHash } of [own, seen]) {
    t.ok(isBlurhashValid(blurHash!).result, blurHash!)
    t.equal((await fetched(app, original)).type, 'image/jpeg')
    for (const [url, width, height] of [
      [large, 810, 1080],
      [thumbnail, 192, 256],
    ] as const) {
      const { statusCode, type, bytes } = await fetched(app, url)
      t.same([statusCode, type], [200, 'image/webp'])
      const metadata: Metadata = await sharp(bytes).metadata()
      t.match(metadata, { format: 'webp', width, height })
      t.same([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation], Array(4).fill(undefined))
      const [red, green, blue] = (await sharp(bytes).stats()).channels.map(({ mean }) =>
        Math.round(mean / 16),
      )
      t.same([red, green, blue], [12, 5, 2], 'the colors are those of the original')
    }
  }
  const token = new URL(own.original).search
  t.equal(
    (await fetched(app, withoutToken(own.large) + token)).statusCode,
    403,
    'each size has its own token',
  )
})

t.test('enlarges no image, and converts transparent and animated images', async t => {
  const { app, person } = await photoApp(t)
  const small = sharp({ create: { width: 300, height: 40, channels: 4, background: '#00ff0080' } })
  const frame = { create: { width: 20, height: 30, channels: 3, background: '#ff0000' } } as const
  const animated = await sharp([frame, frame].map(image => ({ ...image })) as never, {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  for (const [content, fileName, type, sizes] of [
    [await small.png().toBuffer(), 'a.png', 'image/png', [300, 40, 256, 34]],
    [animated, 'a.gif', 'image/gif', [20, 30, 20, 30]],
  ] as const) {
    await upload(app, person, { content, fileName, type })
    await app.features.services.assets.makeVariants()
    const { own } = await sizesOf(app, person)
    const found = await Promise.all(
      [own.large, own.thumbnail].map(async url => sharp((await fetched(app, url)).bytes).metadata()),
    )
    t.same(
      found.flatMap(({ width, height }) => [width, height]),
      sizes,
      fileName,
    )
    t.same(
      found.map(({ pages }) => pages ?? 1),
      [1, 1],
    )
  }
})

/** An image whose header announces far more pixels than it contains. */
const bomb = (edge: number) =>
  join(
    pngSignature,
    pngChunk('IHDR', join(uint32(edge), uint32(edge), [8, 6, 0, 0, 1])),
    pngChunk('IDAT', Buffer.alloc(64)),
    pngChunk('IEND', Buffer.alloc(0)),
  )

t.test('serves the original if no smaller sizes can be created', async t => {
  const { app, person, folder } = await photoApp(t)
  const noise = Buffer.from(Array.from({ length: 3 * 400 * 400 }, (_, at) => (at * 7919) % 251))
  const whole = await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer()
  for (const [what, content, fileName, type] of [
    ['of a kind that the library does not read', heic(), 'a.heic', 'image/heic'],
    ['with too many pixels', bomb(60_000), 'a.png', 'image/png'],
  ] as const) {
    await upload(app, person, { content, fileName, type })
    await app.features.services.assets.makeVariants()
    const { own, seen } = await sizesOf(app, person)
    for (const { original, large, thumbnail, blurHash } of [own, seen]) {
      t.same(blurHash, null, what)
      t.same([large, thumbnail].map(withoutToken), [original, original].map(withoutToken), what)
    }
  }
  const truncated = join(whole.subarray(0, whole.length / 3), [0xff, 0xd9])
  await upload(app, person, { content: truncated })
  await app.features.services.assets.makeVariants()
  t.ok((await sizesOf(app, person)).own.blurHash, 'processes the next image')
  const names = (await filesOf(folder)).map(file => file.replace(/.*\/[\w-]+/, ''))
  t.same(names.sort(), ['.heic', '.jpg', '.large.webp', '.png', '.thumbnail.webp'])
})

t.test('creates pending variants after a kill at the next start, also of the profile image', async t => {
  const settings = isolatedSettings(t)
  const first = await build(t, { settings })
  const account = await signUp(first)
  await upload(first, account, { content: await rotatedPhoto() })
  await first.close()

  const app = await build(t, { settings: { ...settings, SMALLER_PHOTOS_ENABLED: 'true' } })
  await app.features.services.assets.makeVariants()
  const { accessToken } = await logIn(app, account.email, account.password)
  const again = { ...account, headers: { authorization: `Bearer ${accessToken}` } }
  const { own, seen } = await sizesOf(app, again)
  t.ok(own.blurHash)
  t.equal(seen.blurHash, own.blurHash)
})

t.test('creates smaller sizes of photos from earlier versions', async t => {
  const settings = isolatedSettings(t)
  const first = await build(t, { settings })
  const account = await signUp(first)
  await upload(first, account, { content: await rotatedPhoto() })
  await upload(first, account, { content: await rotatedPhoto() })
  await first.close()

  const database = await openDatabase({
    mongodbUri: settings.MONGODB_URI,
    folder: path.join(settings.DATA_PATH!, 'database'),
  })
  const photos = database.collection<Entity>('photos')
  const pendingVariants = database.collection<Entity>('pendingVariants')
  await photos.updateMany({}, { $unset: { blurHash: true } })
  await database
    .collection<Entity>('users')
    .updateMany({ profileImage: { $exists: true } }, { $unset: { 'profileImage.blurHash': true } })
  await pendingVariants.deleteMany({})
  for (const time of ['first', 'second']) {
    await queuePhotos(throughEarlierNames(database), () => undefined)
    t.equal(await pendingVariants.countDocuments({}), 2, time)
  }
  await database.close()

  const app = await build(t, { settings })
  const { accessToken } = await logIn(app, account.email, account.password)
  const again = { ...account, headers: { authorization: `Bearer ${accessToken}` } }
  t.equal((await sizesOf(app, again)).seen.blurHash, null)
  await app.features.services.assets.makeVariants()
  const { own, seen } = await sizesOf(app, again)
  t.ok(own.blurHash)
  t.equal(seen.blurHash, own.blurHash)
})
