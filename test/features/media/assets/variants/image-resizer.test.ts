import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { imageResizer } from '../../../../../src/features/media/assets/variants/image-resizer.js'

const unreadable = { name: 'UnreadableImageError' }
const ended = { name: 'ResizerEndedError' }

async function images(t: Test) {
  const folder = t.testdir()
  const at = (name: string) => join(folder, name)
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#336699' } })
    .jpeg()
    .toFile(at('good.jpg'))
  writeFileSync(at('bad.jpg'), 'no picture')
  writeFileSync(at('drawing.jpg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
  const job = (source: string) => ({ source: at(source), LARGE: at('large'), THUMBNAIL: at('thumbnail') })
  /** Returns the path of a program that replaces the image resizer's. */
  const program = (code: string) => {
    writeFileSync(at('program.mjs'), code)
    return pathToFileURL(at('program.mjs'))
  }
  return { job, program }
}

t.test('resizes images one after the other in one process, and reports unreadable ones', async t => {
  const { job } = await images(t)
  const resizer = imageResizer()
  t.teardown(resizer.close)
  const first = await resizer.resize(job('good.jpg'))
  await t.rejects(resizer.resize(job('bad.jpg')), unreadable)
  await t.rejects(resizer.resize(job('drawing.jpg')), unreadable, 'does not decode SVG drawings')
  t.same(await resizer.resize(job('good.jpg')), first)
})

t.test(
  'fails one image if the process crashes, hangs or is killed, and starts a new process for the next one',
  async t => {
    const { job, program } = await images(t)
    const doing = (what: string) => program(`process.on('message', ({ source }) => { ${what} })`)
    for (const [what, code] of [
      ['crashes', 'process.kill(process.pid, "SIGSEGV")'],
      ['ends', 'process.exit()'],
      ['hangs', 'for (;;);'],
    ] as const) {
      const resizer = imageResizer({ program: doing(code), timeout: 1000 })
      t.teardown(resizer.close)
      await t.rejects(resizer.resize(job('good.jpg')), ended, what)
      await t.rejects(resizer.resize(job('good.jpg')), ended, `${what}, a second time`)
    }
    const resizer = imageResizer({
      program: doing('if (/bad/.test(source)) process.exit(); process.send({ blurHash: "x" })'),
    })
    t.teardown(resizer.close)
    await t.rejects(resizer.resize(job('bad.jpg')), ended)
    t.same(await resizer.resize(job('good.jpg')), { blurHash: 'x' })
  },
)

t.test('kills the process during its work when closed', async t => {
  const { job, program } = await images(t)
  const resizer = imageResizer({ program: program('process.on("message", () => { for (;;); })') })
  const making = resizer.resize(job('good.jpg'))
  resizer.close()
  await t.rejects(making, ended)
})

t.test('passes no environment variables to the process', async t => {
  const { job, program } = await images(t)
  process.env.SOME_SECRET = 'secret'
  t.teardown(() => delete process.env.SOME_SECRET)
  const code = 'process.on("message", () => process.send({ blurHash: String(process.env.SOME_SECRET) }))'
  const resizer = imageResizer({ program: program(code) })
  t.teardown(resizer.close)
  t.same(await resizer.resize(job('good.jpg')), { blurHash: 'undefined' })
})
