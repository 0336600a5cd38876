import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { browserBuild, preactBuild } from './browser-build.js'

/** Bundles the console from `src/web/console/` into `dist/web/console/`. @param root the folder of the project */
export async function bundleConsole(root: string): Promise<void> {
  const source = join(root, 'src/web/console')
  const outdir = join(root, 'dist/web/console')
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const { metafile } = await build({
    ...browserBuild,
    ...preactBuild,
    absWorkingDir: root,
    outdir,
    entryPoints: { main: join(source, 'main.tsx'), styles: join(source, 'styles.css') },
    metafile: true,
  })
  const names = Object.keys(metafile.outputs).map(path => basename(path))
  const find = (pattern: RegExp): string => names.find(name => pattern.test(name)) ?? ''
  const page = await readFile(join(source, 'index.html'), 'utf8')
  const shell = page.replace('main.js', find(/^main-.*\.js$/)).replace('styles.css', find(/^styles-.*\.css$/))
  await writeFile(join(outdir, 'index.html'), shell)
}
