import { useQuery } from '@tanstack/react-query'
import { liabilityQuery, memberCountQuery } from '../../../api/loyalty.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { Tile } from '../../../components/Tile.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { sumLastYear } from '../liability.ts'

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
                {sumLastYear(months, 'earned', serverNowMs()).toLocaleString(shownLocale)}
              </Tile>
              <Tile name="Redeemed in 12 months">
                {sumLastYear(months, 'redeemed', serverNowMs()).toLocaleString(shownLocale)}
              </Tile>
              <Tile name="Points outstanding">{outstanding.toLocaleString(shownLocale)}</Tile>
            </dl>
          )}
        </Loaded>
      </div>
    </Card>
  )
}
