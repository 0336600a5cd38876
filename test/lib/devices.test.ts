import t from 'tap'
import { deviceName } from '../../src/lib/devices.js'

const table = [
  ['FitnessApp/1.2.3 (iPhone; iOS 18.1; Scale/3.00)', 'FitnessApp 1.2 on iPhone'],
  ['Fitness/42 CFNetwork/1410.0.3 Darwin/22.6.0', 'Fitness 42 on an Apple device'],
  ['okhttp/4.12.0', 'Unknown device'],
  ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UD1A)', 'Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'Firefox on Linux'],
  ['unknown', 'Unknown device'],
  ['', 'Unknown device'],
  ['a'.repeat(200), 'Unknown device'],
] as const

t.test('describes devices by their user agent', t => {
  for (const [userAgent, name] of table) t.equal(deviceName(userAgent), name, userAgent)
  t.end()
})
