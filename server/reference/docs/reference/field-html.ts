// Rewrites rendered tables of fields: the accepted values become a list, and fields of a request say if they are optional.

/** A cell of types that has two values or more, such as "list of `active`, `draft`, up to 50", and the meaning. */
const choice =
  /(<td data-label="Type">)(list of )?((?:<code>[^<]*<\/code>(?:, (?=<code>))?){2,})([^<]*)(<\/td><td data-label="Meaning">)([\s\S]*?)(?=<\/td>)/g

export const listValues = (html: string): string =>
  html.replaceAll(
    choice,
    (_, open: string, list: string | undefined, listed: string, rest: string, next: string, meaning: string) => {
      const values = [...listed.matchAll(/<code>[^<]*<\/code>/g)].map(([code]) => code)
      const isNumber = values.every((code) => /^<code>\d+<\/code>$/.test(code))
      const type = isNumber ? 'whole number' : 'string'
      const { general, ofValue } = splitMeaning(meaning, values)
      const items = values.map((code) => `<li>${ofValue.get(code) ?? code}</li>`).join('')
      const look = ofValue.size === 0 ? 'values in-line' : 'values'
      return `${open}${list ? `${list}${type}s` : type}${rest.replace(/^, null$/, ' or null')}${next}${general}<ul class="${look}">${items}</ul>`
    },
  )

/** Sentences that refer to one before them. */
const refersBack = /^(?:Both|It|Its|They|Their|Each|These|This|Those|Others?|Neither|Then|Otherwise)\b/

/**
 * A sentence that starts with a value and names no other one belongs to that value. If a general sentence may refer to it,
 * all stay together.
 */
function splitMeaning(meaning: string, values: readonly string[]) {
  const ofValue = new Map<string, string>()
  const general: string[] = []
  for (const sentence of meaning.split(/(?<=\.) /)) {
    const value = values.find((code) => sentence.startsWith(`${code} `))
    const isAlone = value && !values.some((code) => code !== value && sentence.includes(code))
    if (isAlone && !/^<code>[^<]*<\/code> (?:and|or) /.test(sentence)) {
      const before = ofValue.get(value)
      ofValue.set(value, before ? `${before} ${sentence}` : sentence)
    } else if (ofValue.size > 0 && refersBack.test(sentence))
      return { general: meaning, ofValue: new Map<string, string>() }
    else general.push(sentence)
  }
  return { general: general.join(' '), ofValue }
}

/** Rows of a request whose meaning does not say that the field is always present. */
const optional = /(<\/td><td data-label="Meaning">)(?!Required\.|In the path\.)/g

export const markOptional = (html: string): string =>
  html.replaceAll(optional, ' <span class="optional">optional</span>$1')
