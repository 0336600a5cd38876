/** Keeps what this V8, with its flags, makes of the bundle: a start then takes half of the time. A part of the build. */
const bundle = new URL('../../../node_modules/.bundle/load.mjs', import.meta.url)
const { keepCompiled } = (await import(bundle.href)) as typeof import('./load.js')
keepCompiled()
