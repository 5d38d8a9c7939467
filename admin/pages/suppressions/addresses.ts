/** The report names every line without an address, except a table heading. */
export function addressesIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const found = line.split(/[\s,;<>"']+/).filter((each) => each.includes('@'))
    if (found.length > 0) return found.map((each) => each.replace(/^mailto:/i, '').slice(0, 1_000))
    const rest = line.trim().slice(0, 1_000)
    return rest === '' || (i === 0 && /^\W*(e-?mail|address|customer|subscriber)/i.test(rest)) ? [] : [rest]
  })
}

export function inParts<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
}
