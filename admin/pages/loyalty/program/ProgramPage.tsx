import { useQuery } from '@tanstack/react-query'
import { programQuery } from '../../../api/loyalty.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { LoyaltyPage } from '../LoyaltyPage.tsx'
import { NumbersCard } from './NumbersCard.tsx'
import { ProgramForm } from './ProgramForm.tsx'
import { ProgramState } from './ProgramState.tsx'
import { RatesCard } from './RatesCard.tsx'

export function ProgramPage() {
  return (
    <LoyaltyPage
      title="Loyalty"
      intro="Customers earn points and spend them on rewards. Refunds adjust points automatically."
      actions={<ProgramState />}
    >
      <Program />
    </LoyaltyPage>
  )
}

function Program() {
  // A refetch on focus must not replace unsaved text.
  const query = useQuery({ ...programQuery(useStoreId()), refetchOnWindowFocus: false })
  return (
    <Loaded query={query}>
      {(program) => (
        <>
          {program.startsAt !== null && <NumbersCard />}
          <ProgramForm program={program} />
          {program.rates.length > 0 && <RatesCard program={program} />}
        </>
      )}
    </Loaded>
  )
}
