import './supported-node.js'
import { removeExitHandlers } from './early-signals.js'
import { existsSync } from 'node:fs'
import { url as debuggerAddress } from 'node:inspector'

// Load the service from the bundle of the build if it is current, otherwise, and under a debugger, from its modules.
type Program = Pick<typeof import('./serve.js'), 'serve'>

const bundle = new URL('../node_modules/.bundle/load.mjs', import.meta.url)
const isBundled = existsSync(bundle) && debuggerAddress() === undefined
const bundled = isBundled ? ((await import(bundle.href)) as { service(): Program | undefined }) : undefined
const { serve } = bundled?.service() ?? (await import('./serve.js'))
serve(removeExitHandlers)
