import { Link } from '@tanstack/react-router'
import { useStoreId } from '../../shell/store/use-store.ts'

/** Only names, because the texts of the settings page are long and would load with this list. */
const platforms = [
  ['shopify', 'Shopify'],
  ['woocommerce', 'WooCommerce'],
  ['bigcommerce', 'BigCommerce'],
  ['medusa', 'Medusa'],
  ['vendure', 'Vendure'],
] as const

/** Newcomers see whether the service works with their shop before they follow a link. */
export function PlatformLinks() {
  const storeId = useStoreId()
  return (
    <ul aria-label="Platforms" className="flex flex-wrap gap-2 pt-2">
      {platforms.map(([platform, name]) => (
        <li key={platform}>
          <Link
            to="/stores/$storeId/settings/shop"
            params={{ storeId }}
            search={{ platform }}
            className="block rounded-full border border-line-button px-3 py-1 text-sm hover:bg-hover"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
