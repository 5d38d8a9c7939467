import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showAppCode, showRecoveryCode } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PasskeyEntry } from './PasskeyEntry.tsx'
import { SignInLayout } from './SignInLayout.tsx'

export function SecondStep({
  methods,
  onDone,
  onBack,
}: {
  methods: string[]
  onDone(): Promise<void>
  onBack(): void
}) {
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const showing = useMutation({
    mutationFn: () => (isRecovery ? showRecoveryCode(code.trim()) : showAppCode(code.replace(/\s/g, ''))),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showing.mutate()
  }
  const change = () => {
    setIsRecovery(!isRecovery)
    setCode('')
    showing.reset()
  }
  return (
    <SignInLayout
      title="Confirm that it is you"
      intro={
        isRecovery
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the six digits that your authenticator app shows.'
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          key={String(isRecovery)}
          label={isRecovery ? 'Recovery code' : 'Code of the app'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          autoFocus
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {showing.error && <Notice tone="danger">{formatReason(showing.error)}</Notice>}
        <Button type="submit" look="primary" isBusy={showing.isPending} className="mt-1">
          Sign in
        </Button>
        {methods.includes('passkey') && <PasskeyEntry onDone={onDone} />}
        <button
          type="button"
          onClick={change}
          className="justify-self-center text-sm text-quiet underline hover:text-text"
        >
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
        <button
          type="button"
          onClick={onBack}
          className="justify-self-center text-sm text-quiet underline hover:text-text"
        >
          Back
        </button>
      </form>
    </SignInLayout>
  )
}

function formatReason(error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  if (error.code === 'code_wrong' || error.status === 400) return 'Invalid code. Enter the next one.'
  if (error.status === 401) return 'This took too long. Go back and sign in again.'
  if (error.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 1000) / 1000)
    return `Too many attempts. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  }
  return error.message
}
