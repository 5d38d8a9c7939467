import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Container, Heading, Text } from '@medusajs/ui'
import { useAnswer } from '../request'
import { useTexts } from '../texts'

const OrderRequest = ({ data }: { data: { id: string } }) => {
  const { answer, error } = useAnswer<{ text: string }>(`/orders/${data.id}`)
  return (
    <Container>
      <Heading level="h2">{useTexts().t.request}</Heading>
      <Text className="text-ui-fg-subtle">{answer?.text ?? error}</Text>
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: 'order.details.side.after' })

export default OrderRequest
