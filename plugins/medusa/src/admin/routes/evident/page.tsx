import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Button, Container, Heading, Text, usePrompt } from '@medusajs/ui'
import { useState } from 'react'
import { request, useAnswer } from '../../request'
import { useTexts } from '../../texts'

type Answer = {
  status: string
  text: string
  /** Text of the confirmation before a change of the store: names the data that this change deletes. */
  changes: string
  /** Text of the confirmation before Disconnect. */
  disconnects: string
  is_connected: boolean
  evident_url: string | null
}

const EvidentPage = () => {
  const { answer, error, setError, load } = useAnswer<Answer>('')
  const [isBusy, setIsBusy] = useState(false)
  const confirm = usePrompt()
  const { language, t } = useTexts()
  const { status, text, changes, disconnects, is_connected, evident_url } = answer ?? {}
  const isMoved = status === 'moved'
  const isDone = is_connected || isMoved
  const act = async (method: string, title?: string, description?: string) => {
    if (title && !(await confirm({ title, description: `${description}`, confirmText: title, cancelText: t.cancel })))
      return
    setIsBusy(true)
    setError('')
    const body = { address: window.location.origin }
    await request(language, '/connect', body, method).then(load, ({ message }) => setError(message))
    setIsBusy(false)
  }
  const connect = () => (isMoved ? act('POST', t.change, changes) : act('POST'))
  return (
    <Container className="flex flex-col gap-4">
      <Heading>Evident</Heading>
      <Text>{text}</Text>
      <div className="flex flex-wrap gap-2">
        {(status === 'ready' || isMoved) && (
          <Button onClick={connect} isLoading={isBusy} variant={isDone ? 'secondary' : 'primary'}>
            {isMoved ? t.change : isDone ? t.again : t.connect}
          </Button>
        )}
        {evident_url && (
          <Button asChild variant="secondary">
            <a href={evident_url} target="_blank" rel="noopener">
              {t.open}
            </a>
          </Button>
        )}
        {is_connected && (
          <Button onClick={() => act('DELETE', t.disconnect, disconnects)} disabled={isBusy} variant="secondary">
            {t.disconnect}
          </Button>
        )}
      </div>
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
