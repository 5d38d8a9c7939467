import { readPlainText } from '#integrations/shops/fields.ts'
import type { Field } from '../vendors/fields.ts'
import type { Format } from '../vendors/format.ts'
import type { RawValues, RowProblem } from './problems.ts'
import { readVisibility } from './visibility.ts'

// The first error fails the row. Warnings are stored with the outcome of the row.

export class RowCells {
  readonly format: Format
  readonly warnings: RowProblem[] = []
  problem: RowProblem | undefined
  readonly #values: RawValues

  constructor(values: RawValues, format: Format) {
    this.#values = values
    this.format = format
  }

  text(field: Field): string {
    for (const name of this.format.fields[field] ?? []) {
      const value = clean(this.#values[name] ?? '')
      if (value !== '') return value
    }
    return ''
  }

  prose(field: Field): string {
    const text = this.text(field)
    return this.format.isOwn ? text : clean(asRead(text))
  }

  line(field: Field): string {
    return this.text(field).replace(/\s+/g, ' ')
  }

  all(field: Field): string {
    return (this.format.fields[field] ?? []).map((name) => this.#values[name] ?? '').join('\n')
  }

  columns(names: ReadonlySet<string>): string {
    return [...names].map((name) => this.#values[name] ?? '').join('\n')
  }

  visibility() {
    return readVisibility(this.#values, this.format)
  }

  fail(code: string, message: string, field: Field): void {
    this.problem ??= { code, message, column: field }
  }

  warn(code: string, message: string, field: Field): void {
    this.warnings.push({ code, message, column: field })
  }
}

// Control characters are invisible to the author and invalid in the XML of a review feed.
const clean = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}--[\n\t]]/gv, '')
    .trim()

// Shop exports contain HTML of the page: WooCommerce `<br />` and `&#8217;`, Yotpo `&quot;`.

const markup =
  /&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,8}uml|szlig|eacute|egrave|hellip|ndash|mdash|[lr][sd]quo|#\d{1,7}|#x[\da-f]{1,6});|<\/?(?:br|p|div|strong|em|b|i|a|span|ul|ol|li|blockquote|h[1-6])(?:\s[^<>]*)?\/?>/i

export const asRead = (text: string): string => (markup.test(text) ? (readPlainText(text) ?? '') : text)
