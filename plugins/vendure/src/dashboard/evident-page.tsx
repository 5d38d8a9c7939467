import { api, Button, ConfirmationDialog, Page, PageBlock, PageLayout, PageTitle } from '@vendure/dashboard'
import { useEffect, useState } from 'react'
import { describe, useTexts } from './texts'

type Status = {
  status: 'unconfigured' | 'refused' | 'unmigrated' | 'moved' | 'ready'
  fault: string | null
  refusal: string | null
  isConnected: boolean
  evidentUrl: string | null
}
type Result = { isSuccess: boolean; code: string | null; message: string | null; address: string | null }

const statusQuery = 'query { evidentStatus { status fault refusal isConnected evidentUrl } }'
const connectMutation = 'mutation ($page: String!) { connectEvident(page: $page) { isSuccess code message address } }'

export function EvidentPage() {
  const [answer, setAnswer] = useState<Status>()
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const t = useTexts()
  const load = () =>
    api.query<{ evidentStatus: Status }>(statusQuery).then(
      ({ evidentStatus }) => setAnswer(evidentStatus),
      (refusal: Error) => setError(refusal.message),
    )
  useEffect(() => void load(), [])
  const connect = async () => {
    setIsBusy(true)
    setError('')
    try {
      const { connectEvident } = (await api.mutate(connectMutation, { page: window.location.origin })) as {
        connectEvident: Result
      }
      if (!connectEvident.isSuccess) setError(describe(t, connectEvident))
      await load()
    } catch (refusal) {
      setError((refusal as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  const { status, fault, refusal, isConnected, evidentUrl } = answer ?? {}
  return (
    <Page pageId="evident">
      <PageTitle>Evident</PageTitle>
      <PageLayout>
        <PageBlock column="main" blockId="evident-connect">
          <div className="grid gap-4">
            {status && (
              <p>
                {status === 'ready' && isConnected ? t.connected : t[status]}
                {refusal && describe(t, { code: fault, message: refusal })}
              </p>
            )}
            {(status === 'ready' || status === 'moved') && (
              <div className="flex gap-2">
                {status === 'moved' ? (
                  <ConfirmationDialog
                    title={t.change}
                    description={t.changes}
                    confirmText={t.change}
                    cancelText={t.cancel}
                    onConfirm={connect}
                  >
                    <Button disabled={isBusy} variant="outline">
                      {t.change}
                    </Button>
                  </ConfirmationDialog>
                ) : (
                  <Button onClick={connect} disabled={isBusy} variant={isConnected ? 'outline' : 'default'}>
                    {isConnected ? t.again : t.connect}
                  </Button>
                )}
                {evidentUrl && (
                  <a href={evidentUrl} target="_blank" rel="noopener" className="self-center underline">
                    {t.open}
                  </a>
                )}
              </div>
            )}
            {error && (
              <p role="alert" className="text-destructive">
                {error}
              </p>
            )}
          </div>
        </PageBlock>
      </PageLayout>
    </Page>
  )
}
