import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Container, Heading, Text } from '@medusajs/ui'
import { useEffect, useState } from 'react'
import { request } from '../request'

type Request = { state: string; reason?: string | null }
type Answer = { is_loaded: boolean; request: Request | null }

const states: Record<string, string> = {
  scheduled: 'The request for a review is planned.',
  sent: 'The customer was asked for a review.',
  failed: 'The request for a review could not be sent.',
  skipped: 'The customer is not asked for a review.',
}

const OrderRequest = ({ data }: { data: { id: string } }) => {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const away = { is_loaded: false, request: null }
    request<Answer>(`/orders/${encodeURIComponent(data.id)}`).then(setAnswer, () => setAnswer(away))
  }, [data.id])
  return (
    <Container className="px-6 py-4">
      <Heading level="h2">Review request</Heading>
      {answer && <Text className="text-ui-fg-subtle">{describe(answer)}</Text>}
    </Container>
  )
}

function describe({ is_loaded, request: asked }: Answer): string {
  if (!is_loaded) return 'Evident does not answer now.'
  if (!asked) return 'There is no request for this order.'
  const text = states[asked.state] ?? asked.state
  return asked.reason ? `${text} Reason: ${asked.reason.replaceAll('_', ' ')}.` : text
}

export const config = defineWidgetConfig({ zone: 'order.details.side.after' })

export default OrderRequest
