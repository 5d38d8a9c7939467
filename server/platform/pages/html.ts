// Converts text to HTML. `html` escapes every value, except markup from `html` itself or from `raw`.

declare const markup: unique symbol
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

/** `null`, `undefined`, `false` and `true` render nothing, so that `condition && html…` reads well. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  raw(parts.reduce((text, part, i) => text + render(values[i - 1]) + part))

/** Marks text as trusted markup, without escaping it. */
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
  // HTML does not allow NUL.
  '\0': '\uFFFD',
}

function render(value: Value): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Markup ? value.text : escapeHtml(String(value))
}
