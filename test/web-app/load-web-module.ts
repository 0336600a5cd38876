import { buildSync } from 'esbuild'

/** Loads a module below `src/web`, whose sources only the build of the web app and of the console compiles. */
export async function loadWebModule<Module>(path: string): Promise<Module> {
  const source = new URL(`../../../src/web/${path}.ts`, import.meta.url)
  const { outputFiles } = buildSync({
    ...{ entryPoints: [source.pathname], bundle: true, format: 'esm', write: false },
  })
  return (await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
  )) as Module
}
