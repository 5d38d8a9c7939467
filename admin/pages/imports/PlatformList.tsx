/** Addresses of the guides that say how to export from a platform. The others have a line in the list of formats. */
const platforms = [
  ['Judge.me', 'moving#judgeme'],
  ['Loox', 'moving#loox'],
  ['Yotpo', 'moving#yotpo'],
  ['Okendo', 'moving#okendo'],
  ['Stamped', 'moving#stamped'],
  ['Shopify', 'imports#formats'],
  ['WooCommerce', 'imports#formats'],
  ['Opinew', 'imports#formats'],
  ['Ryviu', 'imports#formats'],
  ['PowerReviews', 'imports#formats'],
] as const

export function PlatformList() {
  return (
    <section aria-labelledby="platforms" className="grid gap-2.5">
      <h2 id="platforms" className="text-sm font-medium">
        Upload the export of your platform unchanged
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {platforms.map(([name, guide]) => (
          <li key={name}>
            <a
              href={`/docs/${guide}`}
              target="_blank"
              rel="noopener"
              className="grid rounded-lg border border-line px-3 py-2 text-sm font-medium hover:bg-hover"
            >
              {name}
              <span className="text-xs font-normal text-quiet">
                {guide.startsWith('moving') ? 'How to export' : 'Format'}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-pretty text-quiet">
        We check every row first. Nothing is imported until you confirm. Any other CSV or JSON works if it has columns
        for rating, text, date and product.{' '}
        <a href="/docs/imports#formats" target="_blank" rel="noopener" className="underline underline-offset-4">
          All formats
        </a>
      </p>
    </section>
  )
}
