import { limits } from '#resources/reviews/schema.ts'
import { quoted } from './problems.ts'
import type { RowCells } from './row-cells.ts'

// Reads the author. Names are public but addresses are not, so an address in the name column must not become a name.

const anonymous = 'Anonymous'
const loosely = /^[^\s@<>,;"*]{1,64}@[^\s@<>,;"*]{1,188}\.[^\s@<>,;".*]{2,}$/

export function readAuthor(cells: RowCells): { authorName: string; authorEmail?: string } {
  const name = cells.prose('author').replace(/\s+/g, ' ')
  const email = readEmail(cells)
  // Names in our own exports were checked when the reviews were submitted.
  if (!cells.format.isOwn && looksLikeAddress(name)) {
    cells.warn('author_is_email', `The name is an email address. The author is shown as “${anonymous}”.`, 'author')
    const fromName = email ?? (loosely.test(name) ? name : undefined)
    return { authorName: anonymous, ...(fromName && { authorEmail: fromName }) }
  }
  // Anonymous reviews are accepted, because refusing them would lose honest reviews.
  if (name === '') {
    cells.warn('author_missing', `The review has no name. The author is shown as “${anonymous}”.`, 'author')
  }
  if (name.length > limits.authorName && [...name].length > limits.authorName) {
    const message = `The name has ${[...name].length} characters; the maximum is ${limits.authorName}: ${quoted(name)}.`
    cells.fail('author_too_long', message, 'author')
  }
  return { authorName: name === '' ? anonymous : name, ...(email && { authorEmail: email }) }
}

// An invalid address is dropped and the review is imported without it, because a review needs no address.
function readEmail(cells: RowCells): string | undefined {
  const email = cells.line('email')
  if (email === '') return undefined
  if (loosely.test(email)) return email
  cells.warn('invalid_email', 'The email address is invalid. The review was imported without it.', 'email')
  return undefined
}

const looksLikeAddress = (name: string): boolean => /\S@\S/.test(name)
