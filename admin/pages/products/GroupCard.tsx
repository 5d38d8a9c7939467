import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupOfProductQuery, groupProductsQuery, type ProductGroup } from '../../api/product-groups.ts'
import { Badge } from '../../components/Badge.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { nameOf } from './name-of.ts'
import { groupSourceNames } from './search.ts'

const linkClass = 'text-accent underline-offset-4 hover:underline'

export function GroupCard({ productId }: { productId: string }) {
  const storeId = useStoreId()
  const query = useQuery(groupOfProductQuery(storeId, productId))
  return (
    <Card
      title="Product group"
      actions={
        <Link
          to="/stores/$storeId/products/groups"
          params={{ storeId }}
          search={{}}
          className={`text-sm font-medium ${linkClass}`}
        >
          All groups
        </Link>
      }
    >
      <div className="grid gap-3 p-5 pt-3 text-sm">
        <Loaded query={query} rows={1}>
          {(group) =>
            group ? (
              <OneGroup group={group} productId={productId} />
            ) : (
              <p className="text-quiet">This product is in no group. Its reviews are shown alone.</p>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

const shown = 5

function OneGroup({ group, productId }: { group: ProductGroup; productId: string }) {
  const storeId = useStoreId()
  const query = useQuery(groupProductsQuery(storeId, group.id))
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{group.name}</span>
        <Badge>{groupSourceNames[group.source]}</Badge>
      </p>
      <Loaded query={query} rows={1}>
        {(products) => {
          const others = products.filter(({ id }) => id !== productId)
          return (
            <>
              <ul aria-label="Other products of the group" className="grid gap-1">
                {others.slice(0, shown).map((each) => (
                  <li key={each.id}>
                    <Link
                      to="/stores/$storeId/products/$productId"
                      params={{ storeId, productId: each.id }}
                      className={`wrap-anywhere ${linkClass}`}
                    >
                      {nameOf(each)}
                    </Link>
                  </li>
                ))}
              </ul>
              {others.length > shown && (
                <Link
                  to="/stores/$storeId/products"
                  params={{ storeId }}
                  search={{ groupId: group.id }}
                  className={linkClass}
                >
                  All {products.length.toLocaleString(shownLocale)} products of the group
                </Link>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}
