/** `judge_me_export` → "Judge me export": the service's names are readable once they look like words. */
export function formatName(format: string): string {
  const words = format.replaceAll('_', ' ')
  return (words[0]?.toUpperCase() ?? '') + words.slice(1)
}
