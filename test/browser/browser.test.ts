import t from 'tap'
import { findChromium } from './browser.js'

t.test('fails without Chromium, and says what to do', async t => {
  const message = 'Chromium was not found. Install it, or set CHROMIUM_PATH to its path.'
  t.throws(() => findChromium({}, ['/missing/chromium']), { message })
  // A wrong path is not replaced by another browser.
  t.throws(() => findChromium({ CHROMIUM_PATH: '/missing/chromium' }, [process.execPath]), { message })
  t.equal(findChromium({}, ['/missing/chromium', process.execPath]), process.execPath)
  t.equal(findChromium({ CHROMIUM_PATH: process.execPath }, []), process.execPath)
})
