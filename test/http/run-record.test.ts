import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from '../free-port.js'
import { isolatedSettings, type Settings } from '../helper.js'
import { startService } from '../service-process.js'

t.test('counts unexpected ends of the service but not planned ones', async t => {
  const METRICS_PORT = String(await freePort())
  const settings: Settings = { ...isolatedSettings(t), METRICS_PORT }
  const record = () => readFile(join(settings.DATA_PATH!, 'runs/0.json'), 'utf8').catch(() => '')
  for (const [signal, unexpectedExits] of [
    ['SIGKILL', 0],
    ['SIGKILL', 1],
    ['SIGTERM', 2],
    ['SIGTERM', 2],
  ] as const) {
    const service = await startService(t, settings)
    // The record is written in the background after the service listens.
    while ((await record()) !== JSON.stringify({ isRunning: true, unexpectedExits }));
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    t.match(metrics, new RegExp(`^fitness_unexpected_exits_total ${unexpectedExits}$`, 'm'))
    service.kill(signal)
    await service.exited
  }
})
