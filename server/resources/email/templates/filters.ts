import { escapeHtml, Html } from './html.ts'

export type FilterContext = { lang: string; timezone: string }
type Run = { context: { globals: object } }
type Filter = (this: Run, value: unknown, ...args: unknown[]) => unknown

/** Excludes filters that print unescaped output, compute hashes, evaluate expressions or search by regular expression. */
export const plainFilters = [
  ...['append', 'prepend', 'capitalize', 'downcase', 'upcase', 'strip', 'lstrip', 'rstrip', 'squish', 'remove'],
  ...['remove_first', 'replace', 'replace_first', 'split', 'join', 'slice', 'first', 'last', 'size', 'reverse', 'sort'],
  ...['map', 'where', 'compact', 'uniq', 'concat', 'sum', 'plus', 'minus', 'times', 'divided_by', 'modulo', 'round'],
  ...['ceil', 'floor', 'abs', 'at_least', 'at_most', 'default', 'url_encode'],
]

const dateStyles = ['short', 'medium', 'long', 'full'] as const
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other']

const filterContext = (run: Run): FilterContext => run.context.globals as FilterContext
const toWords = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const sharedFilters: Record<string, Filter> = {
  truncate(value, length = 50, end = '…') {
    const signs = [...toWords(value)]
    const [most, ending] = [Number(length), toWords(end)]
    if (!(signs.length > most)) return toWords(value)
    return (
      signs
        .slice(0, Math.max(0, most - [...ending].length))
        .join('')
        .trimEnd() + ending
    )
  },

  date(value, style = 'long') {
    const { lang, timezone } = filterContext(this)
    if (!dateStyles.some((each) => each === style)) throw new Error(`date knows the styles ${dateStyles.join(', ')}`)
    const date = new Date(toWords(value))
    if (Number.isNaN(date.getTime())) return ''
    return dateFormat(lang, timezone, style as DateStyle).format(date)
  },

  number(value) {
    const number = Number(value)
    return Number.isFinite(number) ? numberFormat(filterContext(this).lang).format(number) : ''
  },

  plural(value, ...forms) {
    const words = new Map(forms.map((form) => (Array.isArray(form) ? [String(form[0]), form[1]] : [String(form), ''])))
    const unknown = [...words.keys()].find((form) => !pluralForms.includes(form))
    if (unknown !== undefined || !words.has('other'))
      throw new Error('plural takes the forms of the language by name, as in plural: one: "product", other: "products"')
    return words.get(pluralRules(filterContext(this).lang).select(Number(value) || 0)) ?? words.get('other')
  },
}

export const htmlFilters: Record<string, Filter> = {
  ...sharedFilters,
  // Output is always escaped, so this filter only serves authors who use it by habit.
  escape: (value) => (value instanceof Html ? value : new Html(escapeHtml(toWords(value)))),
  newline_to_br: (value) => new Html(escapeHtml(toWords(value)).replaceAll(/\r?\n/g, '<br>')),
}

export const textFilters: Record<string, Filter> = {
  ...sharedFilters,
  escape: (value) => value,
  newline_to_br: (value) => value,
}

// Creating a formatter takes 30 µs, and a loop would need one for every step.
const maxMemoized = 500

function memoized<Key extends string[], T>(make: (...key: Key) => T): (...key: Key) => T {
  const made = new Map<string, T>()
  return (...key) => {
    const name = key.join(' ')
    const found = made.get(name) ?? make(...key)
    if (made.size >= maxMemoized) made.clear()
    made.set(name, found)
    return found
  }
}

type DateStyle = (typeof dateStyles)[number]
const dateFormat = memoized(
  (lang: string, timeZone: string, dateStyle: DateStyle) => new Intl.DateTimeFormat(lang, { dateStyle, timeZone }),
)
const numberFormat = memoized((lang: string) => new Intl.NumberFormat(lang))
const pluralRules = memoized((lang: string) => new Intl.PluralRules(lang))
