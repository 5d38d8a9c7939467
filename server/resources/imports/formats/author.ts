import { quoted } from './problems.ts'
import type { RowCells } from './row-cells.ts'

// Who wrote the review. The name is public and the address is not, so an address that
// stands in the name's place must not become a name.

const longestName = 80
const anonymous = 'Anonymous'
const loosely = /^[^\s@<>,;"*]{1,64}@[^\s@<>,;"*]{1,188}\.[^\s@<>,;".*]{2,}$/

export function readAuthor(cells: RowCells): { authorName: string; authorEmail?: string } {
  const name = cells.prose('author').replace(/\s+/g, ' ')
  const email = readEmail(cells)
  // What we published as a name was judged when it came in.
  if (!cells.format.isOwn && looksLikeAddress(name)) {
    cells.warn('author_is_email', `The name is an e-mail address; the review is shown as by “${anonymous}”.`, 'author')
    const fromName = email ?? (loosely.test(name) ? name : undefined)
    return { authorName: anonymous, ...(fromName && { authorEmail: fromName }) }
  }
  // Refusing anonymous reviews would drop honest ones with them.
  if (name === '') {
    cells.warn('author_missing', `The review has no name; it is shown as by “${anonymous}”.`, 'author')
  }
  if (name.length > longestName && [...name].length > longestName) {
    const message = `The name has ${[...name].length} characters, at most ${longestName} are allowed: ${quoted(name)}.`
    cells.fail('author_too_long', message, 'author')
  }
  return { authorName: name === '' ? anonymous : name, ...(email && { authorEmail: email }) }
}

// A bad address costs the address, not the review: it serves matching and is never needed to show one.
function readEmail(cells: RowCells): string | undefined {
  const email = cells.line('email')
  if (email === '') return undefined
  if (loosely.test(email)) return email
  cells.warn('invalid_email', 'The e-mail address is not a valid one; the review was kept without it.', 'email')
  return undefined
}

const looksLikeAddress = (name: string): boolean => /\S@\S/.test(name)
