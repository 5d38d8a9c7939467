// Whether a text can be a CSS selector, as far as that can be told without a browser. Pure.

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']' }
const combinators = '>+~,'

/** What is wrong with it, in the words that follow its path; undefined where nothing is. */
export function faultOf(selector: string): string | undefined {
  // A style sheet, an element or a second line is no selector, whatever its brackets do.
  const stray = /[<{}\p{Cc};]/u.exec(selector)
  if (stray) return 'must be one CSS selector, without <, braces, semicolons or line breaks'
  if (selector === '' || combinators.includes(selector.at(-1) ?? '') || selector.startsWith(','))
    return 'must be a whole CSS selector such as #product .description'
  return isBalanced(selector) ? undefined : 'has a bracket or a quotation mark that is not closed'
}

function isBalanced(selector: string): boolean {
  const open: string[] = []
  let quote = ''
  for (let i = 0; i < selector.length; i++) {
    const sign = selector.charAt(i)
    if (sign === '\\') {
      // What is escaped means itself; nothing is left to escape at the end.
      if (++i >= selector.length) return false
    } else if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (closers[sign]) open.push(closers[sign])
    else if ((sign === ')' || sign === ']') && open.pop() !== sign) return false
  }
  return quote === '' && open.length === 0
}
