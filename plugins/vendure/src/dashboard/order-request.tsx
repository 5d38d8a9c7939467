import { api } from '@vendure/dashboard'
import { useEffect, useState } from 'react'

type Answer = { isLoaded: boolean; request: { state: string; reason: string | null } | null }

const orderQuery = 'query ($id: ID!) { evidentOrder(id: $id) { isLoaded request { state reason } } }'

const states: Record<string, string> = {
  scheduled: 'The request for a review is planned.',
  sent: 'The customer was asked for a review.',
  failed: 'The request for a review could not be sent.',
  skipped: 'The customer is not asked for a review.',
}

export function OrderRequest({ id }: { id: string }) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const away = { isLoaded: false, request: null }
    api.query<{ evidentOrder: Answer }>(orderQuery, { id }).then(
      ({ evidentOrder }) => setAnswer(evidentOrder),
      () => setAnswer(away),
    )
  }, [id])
  return <p className="text-sm">{answer ? describe(answer) : ''}</p>
}

function describe({ isLoaded, request }: Answer): string {
  if (!isLoaded) return 'Evident does not answer now.'
  if (!request) return 'There is no request for this order.'
  const text = states[request.state] ?? request.state
  return request.reason ? `${text} Reason: ${request.reason.replaceAll('_', ' ')}.` : text
}
