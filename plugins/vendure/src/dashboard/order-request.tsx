import { api } from '@vendure/dashboard'
import { useEffect, useState } from 'react'
import { describeReason } from './request-reasons'
import { useTexts } from './texts'

type State = 'scheduled' | 'sent' | 'failed' | 'skipped'
type Answer = { status: string; isLoaded: boolean; request: { state: State; reason: string | null } | null }

const orderQuery = 'query ($id: ID!) { evidentOrder(id: $id) { status isLoaded request { state reason } } }'

export function OrderRequest({ id }: { id: string }) {
  const [answer, setAnswer] = useState<Answer>()
  const t = useTexts()
  useEffect(() => {
    const away = { status: 'ready', isLoaded: false, request: null }
    api.query<{ evidentOrder: Answer }>(orderQuery, { id }).then(
      ({ evidentOrder }) => setAnswer(evidentOrder),
      () => setAnswer(away),
    )
  }, [id])
  return <p className="text-sm">{answer ? describe(answer, t) : ''}</p>
}

function describe({ status, isLoaded, request }: Answer, t: ReturnType<typeof useTexts>): string {
  if (status !== 'ready') return t.apart
  if (!isLoaded) return t.away
  if (!request) return t.unasked
  const text = t[request.state] ?? request.state
  return request.reason ? `${text} ${t.reason}${describeReason(request.reason, t.isGerman)}.` : text
}
