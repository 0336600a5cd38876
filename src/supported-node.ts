// Import this module first: an older Node.js would fail at a later import, with an error that does not mention the version.
import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)
const { engines } = JSON.parse(readFileSync(manifest, 'utf8')) as { engines: { node: string } }
const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
const [least, present] = [numbersOf(engines.node), numbersOf(process.version)]
const differing = least.findIndex((number, index) => number !== present[index])

if (differing >= 0 && (present[differing] ?? 0) < (least[differing] ?? 0)) {
  process.stderr.write(
    `Node ${process.version} is not supported: install Node ${least.join('.')} or newer, such as 22 or 24.\n`,
  )
  process.exit(1)
}
