import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { attentionQuery, type PartHealth } from '../../api/analytics.ts'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { formatHealth, partNames, partPlaces, stateNames } from './health-texts.ts'

export function HealthCard() {
  const query = useQuery(attentionQuery(useStoreId()))
  return (
    <Card title="Health">
      <div className="min-h-[21rem]">
        <Loaded query={query} rows={5}>
          {({ health }) => (
            <ul aria-label="Health" className="pt-2">
              {health.map((each) => (
                <li key={each.part} className="border-t border-line first:border-0">
                  <Row health={each} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

const signs: Record<PartHealth['state'], { icon: IconName; tone: string }> = {
  working: { icon: 'check', tone: 'text-good' },
  impaired: { icon: 'warning', tone: 'text-warn' },
  failing: { icon: 'cross', tone: 'text-danger' },
  unused: { icon: 'more', tone: 'text-quiet' },
}

function Row({ health }: { health: PartHealth }) {
  const storeId = useStoreId()
  const place = partPlaces[health.part]
  const { icon, tone } = signs[health.state]
  const inside = (
    <>
      <Icon name={icon} className={`size-5 ${tone}`} />
      <span className="grid min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3 text-sm">
          <span className="font-medium">{partNames[health.part]}</span>
          <span className={tone}>{stateNames[health.state]}</span>
        </span>
        <span className="text-xs text-quiet">{formatHealth(health)}</span>
      </span>
    </>
  )
  const look = 'flex items-center gap-3 px-5 py-2'
  if (!place) return <div className={look}>{inside}</div>
  return (
    <Link to={place} params={{ storeId }} className={`${look} -outline-offset-2 hover:bg-hover`}>
      {inside}
    </Link>
  )
}
