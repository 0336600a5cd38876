import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { mapStackToSources } from '../../src/lib/source-maps.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Returns the position of a text in a compiled file, in the format of a stack. */
function positionOf(file: string, text: string): string {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n')
  const line = lines.findIndex(content => content.includes(text))
  return `${root}${file}:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`
}

t.test('maps the stack of a logged error to the sources', async t => {
  const text = 'async function buildApp('
  const line = readFileSync(`${root}src/app.ts`, 'utf8')
    .split('\n')
    .findIndex(content => content.includes(text))
  const compiled = positionOf('dist/src/app.js', text)
  const chunk = readdirSync(`${root}dist/bundle`).find(
    file => file.endsWith('.js') && readFileSync(`${root}dist/bundle/${file}`, 'utf8').includes(text),
  )
  const bundled = positionOf(`dist/bundle/${chunk}`, text)
  const elsewhere = `    at parse (${root}node_modules/graphql/index.js:3:4)\n    at node:internal/main:1:2`
  const mapped = mapStackToSources(
    `Error: of ${compiled}\n    at buildApp (file://${compiled})\n    at async ${bundled}\n${elsewhere}`,
  ).split('\n')
  t.equal(mapped[0], `Error: of ${compiled}`)
  t.match(mapped[1], new RegExp(`^    at buildApp \\(src/app.ts:${line + 1}:\\d+\\)$`))
  t.match(mapped[2], new RegExp(`^    at async src/app.ts:${line + 1}:\\d+$`))
  t.equal(mapped.slice(3).join('\n'), elsewhere)
})

t.test('maps every line of the bundle, also those without a source', async t => {
  const files = readdirSync(`${root}dist/bundle`).filter(file => file.endsWith('.js'))
  let withoutSource = 0
  for (const file of files) {
    const path = `${root}dist/bundle/${file}`
    const lineCount = readFileSync(path, 'utf8').split('\n').length
    for (let line = 1; line <= lineCount; line++)
      if (mapStackToSources(`    at ${path}:${line}:1`) === `    at ${path}:${line}:1`) withoutSource++
  }
  t.ok(withoutSource > 0, 'the bundle contains packages without source maps')
})
