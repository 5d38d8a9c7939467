export type Person = { line: number; email: string; name: string }
export type UnreadLine = { line: number; text: string }

export const mostPeople = 5_000

const address = /[^\s,;<>"'()[\]]+@[^\s,;<>"'()[\]]+/g
const heading = /^\W*(e-?mail|address|customer|name)/i

/** Reads `jane@shop.example`, `Jane Doe <jane@shop.example>` and rows of a spreadsheet, in any order of the columns. */
export function parsePeople(text: string): { people: Person[]; unread: UnreadLine[] } {
  const people: Person[] = []
  const unread: UnreadLine[] = []
  for (const [i, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const found = written.match(address)?.map((each) => each.replace(/^mailto:/i, '').replace(/[.:]+$/, '')) ?? []
    const [only, ...others] = found
    if (only === undefined) {
      const rest = written.trim()
      if (rest !== '' && !(i === 0 && heading.test(rest))) unread.push({ line: i + 1, text: rest.slice(0, 80) })
    } else if (others.length > 0)
      people.push(...found.map((email) => ({ line: i + 1, email: email.slice(0, 320), name: '' })))
    else people.push({ line: i + 1, email: only.slice(0, 320), name: readName(written) })
  }
  return { people, unread }
}

const readName = (written: string): string =>
  written
    .replace(address, ' ')
    .replace(/mailto:/gi, ' ')
    .replace(/[,;<>"()[\]\t]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
