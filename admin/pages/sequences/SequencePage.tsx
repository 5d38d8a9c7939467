import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { sequenceQuery } from '../../api/mail/sequences.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { OneLoaded } from '../../components/OneLoaded.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { SequenceEditor } from './SequenceEditor.tsx'

export function SequencePage() {
  const storeId = useStoreId()
  const { sequenceId } = useParams({ from: '/signed-in/stores/$storeId/sequences/$sequenceId' })
  const query = useQuery(sequenceQuery(storeId, sequenceId))
  const back = (
    <BackLink to="/stores/$storeId/sequences" params={{ storeId }}>
      All sequences
    </BackLink>
  )
  return (
    <OneLoaded query={query} noun="sequence" back={back}>
      {(sequence) => <SequenceEditor key={sequence.id} sequence={sequence} back={back} />}
    </OneLoaded>
  )
}
