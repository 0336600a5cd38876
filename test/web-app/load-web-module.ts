import { buildSync } from 'esbuild'

const webFolder = new URL('../../../src/web', import.meta.url).pathname

/**
 * Loads modules below `src/web`, whose sources only the build of the web app and of the console compiles. They share the
 * modules that they import.
 * @returns what all of them export
 */
export async function loadWebModule<Module>(...paths: string[]): Promise<Module> {
  const contents = paths.map(path => `export * from './${path}.ts'`).join('\n')
  const { outputFiles } = buildSync({
    ...{ stdin: { contents, resolveDir: webFolder }, bundle: true, format: 'esm', write: false },
    define: { APP_VERSION: '"0.0.0"' },
  })
  return (await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
  )) as Module
}
