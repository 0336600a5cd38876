import type { BuildOptions } from 'esbuild'

/** The options with which the pages for browsers are bundled. */
export const browserBuild = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome120', 'firefox120', 'safari17'],
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions

/** The options for modules with JSX. */
export const preactBuild = {
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // esbuild adds the hash of the content, so that browsers can keep a file forever.
  entryNames: '[name]-[hash]',
} satisfies BuildOptions
