import { Link } from '@tanstack/react-router'
import { Icon } from '../../components/Icon.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

/** Only names, because the texts of the settings page are long and would load with this list. */
const platforms = [
  ['shopify', 'Shopify'],
  ['woocommerce', 'WooCommerce'],
  ['bigcommerce', 'BigCommerce'],
  ['medusa', 'Medusa'],
  ['vendure', 'Vendure'],
  [undefined, 'Another shop'],
] as const

/** The choice of the platform is the step's action. A letter instead of a logo, because logos are trademarks. */
export function PlatformLinks() {
  const storeId = useStoreId()
  return (
    <ul aria-label="Platforms" className="grid max-w-[44rem] grid-cols-2 gap-2 pt-3 sm:grid-cols-3">
      {platforms.map(([platform, name]) => (
        <li key={name}>
          <Link
            to="/stores/$storeId/settings/shop"
            params={{ storeId }}
            search={platform ? { platform } : {}}
            className="flex min-h-11 items-center gap-1 rounded-lg border border-line-button p-2 text-sm font-medium hover:bg-hover max-sm:px-2.5 sm:gap-3 sm:pr-3"
          >
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 max-sm:hidden place-items-center rounded-md bg-accent-wash font-semibold text-accent"
            >
              {platform ? name[0] : <Icon name="store" className="size-4" />}
            </span>
            <span className="min-w-0 flex-1">{name}</span>
            <Icon name="chevronRight" className="size-4 shrink-0 text-quiet max-sm:hidden" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
