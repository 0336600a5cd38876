const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for use in an element or an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] ?? '')

/** Safe markup. Only `html` creates it. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup
  }
}

type Part = string | number | Html | Part[]

/** A template tag for markup. Inserted values are escaped unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((all, string, index) => all + renderPart(parts[index - 1] ?? '') + string))

function renderPart(part: Part): string {
  if (Array.isArray(part)) return part.map(renderPart).join('')
  return part instanceof Html ? part.toString() : escapeHtml(String(part))
}
