/** Keeps what this V8, with its flags, makes of the packages: to load them then takes half of the time. */
const bundle = new URL('../../../node_modules/.bundle/load.mjs', import.meta.url)
const { keepPackages } = (await import(bundle.href)) as typeof import('./load.js')
keepPackages()
