const names: Record<string, string> = {
  aliexpress: 'AliExpress',
  judge_me: 'Judge.me',
  powerreviews: 'PowerReviews',
  woocommerce: 'WooCommerce',
}

/** Formats of files that no known platform exports. */
const ownColumns: Record<string, string> = {
  generic: 'Unknown columns, matched by name',
  generic_products: 'CSV of products',
  generic_orders: 'CSV of orders',
  generic_faqs: 'CSV of FAQs',
  generic_balances: 'CSV of point balances',
}

/** `judge_me_export` → "Judge.me export". */
export function formatName(format: string): string {
  if (ownColumns[format]) return ownColumns[format]
  const owner = Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .find((each) => format === each || format.startsWith(`${each}_`))
  const rest = format.slice(owner?.length ?? 0).replaceAll('_', ' ')
  if (owner) return `${names[owner]}${rest}`
  return (rest[0]?.toUpperCase() ?? '') + rest.slice(1)
}

/** The platform from which a review was imported, in a sentence. */
export const formatSource = (source: string): string => (source === 'generic' ? 'a file' : formatName(source))
