/**
 * Writes the V8 code cache of the packages for the current flags, which halves their loading time.
 *
 *   node dist/src/commands/bundle/compile.js [--service]
 *
 * With --service, also writes the code cache of the service.
 */
const bundle = new URL('../../../node_modules/.bundle/load.mjs', import.meta.url)
const { keepPackages, keepService } = (await import(bundle.href)) as typeof import('./load.js')
keepPackages()
if (process.argv.includes('--service')) keepService()
