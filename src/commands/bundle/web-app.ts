import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type BuildOptions, type Metafile } from 'esbuild'
import sharp from 'sharp'
import { browserBuild, preactBuild } from './browser-build.js'

/** The sizes of the icons that browsers require of apps that can be installed, in pixels. */
const iconSizes = [192, 512]

/** Bundles the web app from `src/web/app/` into `dist/web/app/`. @param root the folder of the project */
export async function bundleWebApp(root: string, version: string): Promise<void> {
  const source = join(root, 'src/web/app')
  const outdir = join(root, 'dist/web/app')
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const options: BuildOptions = { ...browserBuild, absWorkingDir: root, outdir }
  const result = await build({
    ...options,
    ...preactBuild,
    entryPoints: { main: join(source, 'main.tsx'), styles: join(source, 'styles.css') },
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true as const,
    define: { APP_VERSION: JSON.stringify(version) },
  })
  const paths = Object.keys(result.metafile.outputs)
  const names = paths.map(path => basename(path))
  const find = (pattern: RegExp): string => paths.find(path => pattern.test(basename(path))) ?? ''

  const page = await readFile(join(source, 'index.html'), 'utf8')
  const main = find(/^main-.*\.js$/)
  // Without these links, a browser requests the modules only when it has read the one that imports them.
  const links = staticImports(result.metafile, main).map(
    path => `<link rel="modulepreload" href="${basename(path)}" />\n    `,
  )
  const shell = page
    .replace('<script', `${links.join('')}<script`)
    .replace('main.js', basename(main))
    .replace('styles.css', basename(find(/^styles-.*\.css$/)))
  await writeFile(join(outdir, 'index.html'), shell)
  for (const name of ['manifest.webmanifest', 'icon.svg'])
    await copyFile(join(source, name), join(outdir, name))
  for (const size of iconSizes)
    await sharp(join(source, 'icon.svg'), { density: 288 })
      .resize(size, size)
      .png()
      .toFile(join(outdir, `icon-${size}.png`))

  // The worker keeps these files on the device. A change of one of them changes the worker, so that browsers update it.
  const files = ['./', 'icon.svg', 'manifest.webmanifest', ...names]
  await build({
    ...options,
    entryPoints: { 'service-worker': join(source, 'service-worker.ts') },
    define: { APP_FILES: JSON.stringify(files) },
  })
}

/** The paths of the modules that a module needs before it runs, without itself. */
function staticImports({ outputs }: Metafile, entry: string): string[] {
  const found = new Set([entry])
  // The loop also visits what is added during it.
  for (const path of found)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') found.add(imported)
  found.delete(entry)
  return [...found]
}
