import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { liabilityQuery, memberCountQuery, rewardsQuery } from '../../../api/loyalty.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { Tile } from '../../../components/Tile.tsx'
import { useStore, useStoreId } from '../../../shell/store/use-store.ts'
import { sumLastYear, sumThisMonth } from '../liability.ts'
import { estimateWorth } from './worth.ts'

export function NumbersCard() {
  const storeId = useStoreId()
  const members = useQuery(memberCountQuery(storeId)).data
  return (
    <Card>
      <div className="min-h-24">
        <Loaded query={useQuery(liabilityQuery(storeId))} rows={1}>
          {({ months, outstanding }) => (
            <dl className="grid grid-cols-2 gap-4 p-5 sm:grid-cols-4">
              <Tile name="Members">{members?.toLocaleString(shownLocale) ?? '–'}</Tile>
              <Tile name="Earned in 12 months">
                <span>{sumLastYear(months, 'earned', serverNowMs()).toLocaleString(shownLocale)}</span>
                <ThisMonth of={sumThisMonth(months, 'earned', serverNowMs())} />
              </Tile>
              <Tile name="Redeemed in 12 months">
                <span>{sumLastYear(months, 'redeemed', serverNowMs()).toLocaleString(shownLocale)}</span>
                <ThisMonth of={sumThisMonth(months, 'redeemed', serverNowMs())} />
              </Tile>
              <Tile name="Points outstanding">
                <span>{outstanding.toLocaleString(shownLocale)}</span>
                <Worth of={outstanding} />
              </Tile>
            </dl>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function ThisMonth({ of: points }: { of: number }) {
  return <Note>{`${points.toLocaleString(shownLocale)} this month`}</Note>
}

function Worth({ of: points }: { of: number }) {
  const { id, currency } = useStore()
  const { data } = useInfiniteQuery(rewardsQuery(id))
  const worth =
    data &&
    estimateWorth(
      points,
      data.pages.flatMap((page) => page.data),
      currency,
    )
  return worth ? <Note>{`About ${worth} as money off`}</Note> : null
}

const Note = ({ children }: { children: string }) => (
  <span className="block text-xs font-normal text-quiet">{children}</span>
)
