import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** Of the service that runs, as `package.json` has it. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
