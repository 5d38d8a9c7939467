// Owns how text becomes HTML: `html` escapes whatever it is given, and takes as markup only what came from `html` itself
// or was marked by hand with `raw`. It knows no page.

declare const markup: unique symbol
/** Text that is HTML already. */
export type Html = { readonly [markup]: true; toString(): string }

type Value = Html | string | number | boolean | null | undefined | readonly Value[]

class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** `null`, `undefined`, `false` and `true` leave nothing behind, so that `condition && html…` reads well. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  raw(parts.reduce((text, part, i) => text + render(values[i - 1]) + part))

/** For markup that was made elsewhere and is known to be sound. */
export const raw = (text: string): Html => new Markup(text) as unknown as Html

export const escapeHtml = (text: string): string =>
  text.toWellFormed().replace(/[&<>"'`\0]/g, (character) => entities[character] ?? '')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // HTML knows no NUL.
  '\0': '\uFFFD',
}

function render(value: Value): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Markup ? value.text : escapeHtml(String(value))
}
