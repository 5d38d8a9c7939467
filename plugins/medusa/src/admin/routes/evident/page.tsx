import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Button, Container, Heading, Text } from '@medusajs/ui'
import { useEffect, useState } from 'react'
import { request } from '../../request'

type Answer = { status: string; refusal: string | null; is_connected: boolean; evident_url: string | null }

const EvidentPage = () => {
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const load = () => request<Answer>('').then(setAnswer, (refusal: Error) => setError(refusal.message))
  useEffect(() => void load(), [])
  const connect = async () => {
    setIsBusy(true)
    setError('')
    try {
      await request('/connect', 'POST', { address: window.location.origin })
      await load()
    } catch (refusal) {
      setError((refusal as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  const isDone = answer?.status === 'ready' && answer.is_connected
  return (
    <Container className="flex flex-col gap-4 px-6 py-4">
      <Heading>Evident</Heading>
      {answer?.status === 'unconfigured' && (
        <Text>Set EVIDENT_CONNECTION to the connection string that Evident shows, and start the shop again.</Text>
      )}
      {answer?.status === 'refused' && <Text>EVIDENT_CONNECTION does not work: {answer.refusal}</Text>}
      {(answer?.status === 'ready' || answer?.status === 'moved') && (
        <>
          <Text>
            {answer.status === 'moved'
              ? 'EVIDENT_CONNECTION is of another store than the stars in this shop. Set the string of that store, or choose Connect to change the store. The stars of the store before are then deleted.'
              : answer.is_connected
                ? 'Connected. Evident reads products and orders, and stars appear in the shop.'
                : 'Connect makes a secret API key in your name and hands it to Evident, which then reads products and orders.'}
          </Text>
          <div className="flex gap-2">
            <Button onClick={connect} isLoading={isBusy} variant={isDone ? 'secondary' : 'primary'}>
              {isDone ? 'Connect again' : 'Connect'}
            </Button>
            {answer.evident_url && (
              <Button asChild variant="secondary">
                <a href={answer.evident_url} target="_blank" rel="noopener">
                  Open Evident
                </a>
              </Button>
            )}
          </div>
        </>
      )}
      {error && (
        <Text role="alert" className="text-ui-fg-error">
          {error}
        </Text>
      )}
    </Container>
  )
}

export const config = defineRouteConfig({ label: 'Evident' })

export default EvidentPage
