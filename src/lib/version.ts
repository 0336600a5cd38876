import { readFileSync } from 'node:fs'

/** Of the service, as package.json has it. */
export const { version: serviceVersion } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string }
