import { useQuery } from '@tanstack/react-query'
import { liabilityQuery, memberCountQuery } from '../../../api/loyalty.ts'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { Tile } from '../../../components/Tile.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

/** Totals since the program started. The liability report has the months. */
export function NumbersCard() {
  const storeId = useStoreId()
  const members = useQuery(memberCountQuery(storeId)).data
  const liability = useQuery(liabilityQuery(storeId)).data
  const sum = (name: 'earned' | 'redeemed') => liability?.months.reduce((all, month) => all + month[name], 0)
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 p-5 sm:grid-cols-4">
        <Tile name="Members">{written(members)}</Tile>
        <Tile name="Points earned">{written(sum('earned'))}</Tile>
        <Tile name="Points redeemed">{written(sum('redeemed'))}</Tile>
        <Tile name="Points outstanding">{written(liability?.outstanding)}</Tile>
      </dl>
    </Card>
  )
}

const written = (count: number | undefined) => count?.toLocaleString(shownLocale) ?? '–'
