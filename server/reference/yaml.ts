// Text that YAML 1.1 readers could take for another type, such as `no`, `1e3` or a date, is quoted.

export function toYaml(value: unknown): string {
  const lines: string[] = []
  append(lines, value, '', '')
  return `${lines.join('\n')}\n`
}

/** `lead` precedes the value on its line: `key:`, `-`, or nothing at the top. */
function append(lines: string[], value: unknown, indent: string, lead: string): void {
  if (Array.isArray(value) && value.length > 0) {
    if (lead) lines.push(lead)
    for (const each of value) append(lines, each, `${indent}  `, `${indent}-`)
    return
  }
  const entries = listEntries(value)
  if (entries.length === 0) {
    lines.push(lead ? `${lead} ${scalar(value, indent)}` : scalar(value, indent))
    return
  }
  // When an object is a list element, its first field goes on the line of the dash.
  const isInList = lead.endsWith('-')
  if (lead && !isInList) lines.push(lead)
  for (const [i, [key, each]] of entries.entries())
    append(lines, each, `${indent}  `, `${isInList && i === 0 ? `${lead} ` : indent}${text(key)}:`)
}

const listEntries = (value: unknown): [string, unknown][] =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? []
    : Object.entries(value).filter(([, each]) => each !== undefined)

function scalar(value: unknown, indent: string): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null'
  return isBlock.test(value) && !unprintable.test(value) && indent
    ? `${value.endsWith('\n') ? '|' : '|-'}\n${value
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => line && `${indent}${line}`)
        .join('\n')}`
    : text(value)
}

/**
 * True for text of several lines without blanks at its start or end. As a `|` block, any other text would lose blanks
 * or need an indicator such as `|2`.
 */
const isBlock = /^\S(?:[\s\S]*\n)+[\s\S]*\S\n?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: YAML must escape these characters
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufffe\uffff\u2028\u2029\p{Surrogate}]/u

const text = (value: string) =>
  isPlain.test(value) && !reserved.test(value)
    ? value
    : JSON.stringify(value).replace(
        /[\x7f-\x9f\ufeff\ufffe\uffff\u2028\u2029]/g,
        (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )

const isPlain = /^[A-Za-z_/$](?:[\w/${}.,()' -]*[\w/${}.,()'])?$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i
