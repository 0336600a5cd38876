import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import t from 'tap'
import { KiB } from '../../src/lib/quantities.js'

t.test('is small in an app', async t => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export * from './index.js'",
      resolveDir: new URL('../../src/client/', import.meta.url).pathname,
    },
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'browser', target: 'es2022' },
  })
  const packages = Object.keys(metafile.inputs).flatMap(file => /node_modules\/([^/]+)/.exec(file)?.[1] ?? [])
  t.same(new Set(packages), new Set(['graphql-sse', 'graphql', 'idb']))
  const size = gzipSync(outputFiles[0]?.contents ?? '').length
  t.ok(size < 25 * KiB, `${size} bytes compressed`)
  t.comment(`${size} bytes compressed`)
})
