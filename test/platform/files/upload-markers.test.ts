import { copyFileSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openUploadMarkers } from '../../../src/platform/files/upload-markers.js'

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

/** Creates markers at these hours. */
async function marked(t: Test, hours: Record<string, number>, machineStart = at(0)) {
  const folder = join(t.testdir(), 'marks')
  const { create: set, processPending: workOff } = await openUploadMarkers(folder, machineStart)
  const marks = new Map(
    await Promise.all(Object.keys(hours).map(async name => [name, await set(name)] as const)),
  )
  const date = (name: string) => utimes(join(folder, name), at(hours[name] ?? 1), at(hours[name] ?? 1))
  for (const name of marks.keys()) await date(name)
  const done: string[] = []
  return {
    ...{ folder, workOff, done, date },
    confirm: (name: string) => marks.get(name)!.confirm(),
    workOffAll: (before: number) => workOff(at(before), async name => void done.push(name)),
    left: () => readdir(folder),
  }
}

t.test('processes and deletes old markers, and keeps recent ones', async t => {
  const { workOffAll, left, done } = await marked(t, { old: 1, limit: 2, young: 3 })
  t.same(await workOffAll(2), [])
  t.same(done, ['old'])
  t.same((await left()).sort(), ['limit', 'young'])
})

t.test('removes a marker at once, even if the process is killed', async t => {
  const { folder, confirm, workOffAll, left, done, date } = await marked(t, { a: 1, b: 1 })
  confirm('a')
  // A process that is killed now leaves this file.
  copyFileSync(join(folder, 'a'), join(folder, 'c'))
  await date('c')
  t.same(await workOffAll(2), [])
  t.same(done, ['b'])
  t.same(
    (await left()).filter(name => name !== 'a'),
    [],
  )
})

t.test('repeats failed work next time, and processes the other markers', async t => {
  const { workOff, workOffAll, left, done } = await marked(t, { a: 1, b: 1 })
  const missing = Object.assign(new Error('nothing there'), { code: 'ENOENT' })
  const failures = await workOff(at(2), async name => {
    if (name === 'a') throw missing
  })
  t.same(failures, [missing])
  t.same(await left(), ['a'])
  t.same(await workOffAll(2), [])
  t.same(done, ['a'])
  t.same(await left(), [])
})

t.test('deletes markers from before the start of the machine without processing them', async t => {
  const { workOffAll, left, done } = await marked(t, { before: 1, after: 3 }, at(2))
  t.same(await workOffAll(4), [])
  t.same(done, ['after'])
  t.same(await left(), [])
})
