/** Returns the parts of a text. Parts at odd indexes are hits of the search. */
export function splitAtHits(text: string, found: string): string[] {
  const escaped = found.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return escaped === '' ? [text] : text.split(new RegExp(`(${escaped})`, 'giu'))
}
