import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Reward, rewardsQuery } from '../../../api/loyalty.ts'
import { Icon, type IconName } from '../../../components/Icon.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { pointsText } from '../labels.ts'

const icons: Record<Reward['kind'], IconName> = {
  fixed_amount: 'ticket',
  percent: 'ticket',
  free_shipping: 'send',
  product: 'box',
  custom: 'gift',
}

const most = 4

/** The cheapest rewards. They are edited in their own tab, because each is saved by itself. */
export function SpendCard() {
  const storeId = useStoreId()
  const { data } = useInfiniteQuery(rewardsQuery(storeId))
  if (!data) return null
  const offered = data.pages
    .flatMap((page) => page.data)
    .filter(({ active }) => active)
    .toSorted((a, b) => a.cost - b.cost)
  const more = offered.length - most
  return (
    <Card
      title="Ways to spend"
      actions={
        <Link
          to="/stores/$storeId/loyalty/rewards"
          params={{ storeId }}
          className="text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {offered.length === 0 ? 'Add a reward' : 'Manage rewards'}
        </Link>
      }
    >
      {offered.length === 0 ? (
        <p className="px-5 pt-1 pb-5 text-sm text-quiet">
          Without a reward, members can earn points but not spend them.
        </p>
      ) : (
        <ul className="mt-3 grid">
          {offered.slice(0, most).map(({ id, kind, name, cost }) => (
            <li key={id} className="flex items-center gap-3 border-t border-line px-5 py-2 text-sm">
              <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-wash text-accent">
                <Icon name={icons[kind]} className="size-[1.125rem]" />
              </span>
              <span dir="auto" title={name} className="min-w-0 flex-1 truncate text-left font-medium">
                {name}
              </span>
              <span className="text-quiet tabular-nums">{pointsText(cost)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="border-t border-line px-5 py-2.5 text-sm text-quiet">
          {more === 1 ? '1 more reward' : `${more.toLocaleString(shownLocale)} more rewards`}
        </p>
      )}
    </Card>
  )
}
