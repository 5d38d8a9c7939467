const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']' }
const combinators = '>+~,'

/** Returns the fault, worded to follow the field's path, or undefined for a valid selector. */
export function findFault(selector: string): string | undefined {
  // A style sheet, an HTML element or a second line is not a selector, even if its brackets are paired.
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
      // Skips an escaped character; a selector cannot end with a backslash.
      if (++i >= selector.length) return false
    } else if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (closers[sign]) open.push(closers[sign])
    else if ((sign === ')' || sign === ']') && open.pop() !== sign) return false
  }
  return quote === '' && open.length === 0
}
