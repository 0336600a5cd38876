import { signal } from '@preact/signals'

/** The parts of the address after `#/`, such as `['history', '<id>']`. */
export const route = signal(parse())

function parse(): string[] {
  return location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter(part => part !== '')
    .map(decode)
}

/** Returns the part as it is if it is malformed, as in an address that was typed by hand. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

addEventListener('hashchange', () => {
  route.value = parse()
  scrollTo(0, 0)
})

export function go(path: string): void {
  location.hash = `#/${path}`
}
