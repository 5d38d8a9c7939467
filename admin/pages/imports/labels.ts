const names: Record<string, string> = {
  aliexpress: 'AliExpress',
  judge_me: 'Judge.me',
  powerreviews: 'PowerReviews',
  woocommerce: 'WooCommerce',
}

/** `judge_me_export` → "Judge.me export". */
export function formatName(format: string): string {
  const owner = Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .find((each) => format === each || format.startsWith(`${each}_`))
  const rest = format.slice(owner?.length ?? 0).replaceAll('_', ' ')
  if (owner) return `${names[owner]}${rest}`
  return (rest[0]?.toUpperCase() ?? '') + rest.slice(1)
}
