import type { ImportOptions } from '../../api/shops/imports.ts'

type Kind = ImportOptions['kind']

/** Names that only one kind of file has. The first kind that has one of them wins. */
const signs: readonly (readonly [Kind, readonly string[]])[] = [
  ['reviews', ['rating', 'stars', 'score', 'reviewscore', 'reviewrating', 'reviewid', 'reviewbody', 'commentcontent']],
  ['faqs', ['question']],
  ['loyalty_balances', ['points', 'balance', 'pointsbalance', 'approvedpoints', 'pointsapproved']],
  ['orders', ['orderid', 'ordernumber', 'orderdate', 'lineitemname', 'lineitemsku']],
  ['products', ['title', 'gtin', 'imageurl', 'imagelink', 'variantsku']],
]

/** Guesses the content of a file from its columns. The person sees the guess and can change it. */
export async function recogniseKind(file: Blob): Promise<Kind | undefined> {
  const start = (await file.slice(0, 16_000).text()).trimStart()
  const names = new Set(readNames(start).map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')))
  return signs.find(([, all]) => all.some((name) => names.has(name)))?.[0]
}

function readNames(start: string): string[] {
  if (/^[[{]/.test(start)) return [...start.matchAll(/"([^"\\]{1,60})"\s*:/g)].map(([, name = '']) => name)
  return (start.split(/\r?\n/, 1)[0] ?? '').split(/[,;\t]/)
}
