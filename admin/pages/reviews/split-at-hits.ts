/** Parts at odd indexes are hits. */
export function splitAtHits(text: string, found: string): string[] {
  const escaped = found.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return escaped === '' ? [text] : text.split(new RegExp(`(${escaped})`, 'giu'))
}
