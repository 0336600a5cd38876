import { signal } from '@preact/signals'
import { HomeScreenDocument, type HomeScreenQuery } from '../../../../generated/operations/web-app.js'
import { kept, request, weightUnit } from './app.js'
import { isoDate, timezone } from './preferences.js'

/** What the service derives for the home screen, as it was when it was read last. */
export const home = signal<HomeScreenQuery | null>(null)

/** Shows what is on the device first. @throws NetworkError, ServiceError */
export async function loadHome(): Promise<void> {
  home.value ??= ((await kept.read('home')) as HomeScreenQuery | undefined) ?? null
  const today = isoDate(new Date())
  const variables = { range: { from: today, to: today }, timezone: timezone.value, unit: weightUnit.value }
  home.value = await request(HomeScreenDocument, variables)
  await kept.write('home', home.value)
}
