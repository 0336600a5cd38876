/**
 * Keeps what this V8, with its flags, makes of the packages: to load them then takes half of the time.
 *
 *   node dist/src/commands/bundle/compile.js [--service]
 *
 * With --service also what it makes of the service.
 */
const bundle = new URL('../../../node_modules/.bundle/load.mjs', import.meta.url)
const { keepPackages, keepService } = (await import(bundle.href)) as typeof import('./load.js')
keepPackages()
if (process.argv.includes('--service')) keepService()
