import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Button, Container, Heading, Text, usePrompt } from '@medusajs/ui'
import { useState } from 'react'
import { request, useAnswer } from '../../request'
import { useTexts } from '../../texts'

type Answer = {
  status: string
  text: string
  /** Asks for confirmation before a change of the store, and names the data that it deletes. */
  changes: string
  is_connected: boolean
  evident_url: string | null
}

const EvidentPage = () => {
  const { answer, error, setError, load } = useAnswer<Answer>('')
  const [isBusy, setIsBusy] = useState(false)
  const confirm = usePrompt()
  const { language, t } = useTexts()
  const { status, text, changes, is_connected, evident_url } = answer ?? {}
  const isMoved = status === 'moved'
  const isDone = is_connected || isMoved
  const connect = async () => {
    const asked = { title: t.change, description: `${changes}`, confirmText: t.change, cancelText: t.cancel }
    if (isMoved && !(await confirm(asked))) return
    setIsBusy(true)
    setError('')
    await request(language, '/connect', { address: window.location.origin }).then(load, ({ message }) =>
      setError(message),
    )
    setIsBusy(false)
  }
  return (
    <Container className="flex flex-col gap-4">
      <Heading>Evident</Heading>
      <Text>{text}</Text>
      {(status === 'ready' || isMoved) && (
        <div className="flex gap-2">
          <Button onClick={connect} isLoading={isBusy} variant={isDone ? 'secondary' : 'primary'}>
            {isMoved ? t.change : isDone ? t.again : t.connect}
          </Button>
          {evident_url && (
            <Button asChild variant="secondary">
              <a href={evident_url} target="_blank" rel="noopener">
                {t.open}
              </a>
            </Button>
          )}
        </div>
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
