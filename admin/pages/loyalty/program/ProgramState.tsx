import { useQuery } from '@tanstack/react-query'
import { programQuery } from '../../../api/loyalty.ts'
import { Badge } from '../../../components/Badge.tsx'
import { usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

/** The saved state of the program. A switch that is not saved does not change it. */
export function ProgramState() {
  const gate = usePlanGate('loyalty')
  const { data } = useQuery({
    ...programQuery(useStoreId()),
    enabled: gate?.enabled === true,
    refetchOnWindowFocus: false,
  })
  if (!data) return null
  return (
    <span className="flex items-center sm:h-9">
      {data.enabled ? <Badge tone="good">Program is on</Badge> : <Badge>Program is off</Badge>}
    </span>
  )
}
