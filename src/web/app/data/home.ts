import { effect, signal } from '@preact/signals'
import { HomeScreenDocument, type HomeScreenQuery } from '../../../../generated/operations/web-app.js'
import { weightUnit } from './account.js'
import { appStorage, request } from './client.js'
import { userId } from './session.js'
import { isoDate, timezone } from './preferences.js'

/** What the service derives for the home screen, as it was when it was read last. */
export const home = signal<HomeScreenQuery | null>(null)
effect(() => {
  void userId.value
  home.value = null
})

/** Shows what is on the device first. @throws NetworkError, ServiceError */
export async function loadHome(): Promise<void> {
  const user = userId.value
  const stored = (await appStorage.read('home')) as HomeScreenQuery | undefined
  if (userId.value !== user) return
  home.value ??= stored ?? null
  const today = isoDate(new Date())
  const variables = { range: { from: today, to: today }, timezone: timezone.value, unit: weightUnit.value }
  const loaded = await request(HomeScreenDocument, variables)
  // Another user may have signed in meanwhile.
  if (userId.value !== user) return
  home.value = loaded
  await appStorage.write('home', loaded)
}
