import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { resetPassword, resetQuery } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { passwordWeakness } from './password-strength.ts'
import { SignInLayout, UnreadSignIn } from './SignInLayout.tsx'

export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' })
  const open = useQuery(resetQuery(token))
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const choosing = useMutation({
    mutationFn: () => resetPassword(token, password),
    // A new password ends this browser's session too, so the cached session is deleted.
    onSuccess: () => queryClient.removeQueries({ queryKey: ['session'] }),
  })
  if (choosing.isSuccess) return <DonePage email={choosing.data.email} />
  if (isUsed(open.error) || isUsed(choosing.error)) return <UsedPage />
  if (isGone(open.error) || isGone(choosing.error)) return <GonePage />
  if (open.error) return <UnreadSignIn error={open.error} onRetry={() => void open.refetch()} />
  if (!open.data) return <Loading />
  const { email } = open.data
  const problem = remainingError(choosing.error, ['/newPassword'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choosing.mutate()
  }
  return (
    <SignInLayout
      title="Choose a new password"
      intro={
        <>
          For <span className="wrap-anywhere text-text">{email}</span>. You are signed out everywhere else.
        </>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        {/* Password managers read the account from this field. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          error={passwordWeakness(choosing.error, '/newPassword')}
          autoFocus
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" look="primary" isBusy={choosing.isPending} className="mt-1">
          Set the password
        </Button>
      </form>
    </SignInLayout>
  )
}

const isUsed = (error: Error | null) => error instanceof ApiError && error.code === 'link_used'

const isGone = (error: Error | null) =>
  error instanceof ApiError &&
  (error.status === 404 || (error.status === 400 && error.details.some(({ path }) => path === '/token')))

function DonePage({ email }: { email: string }) {
  return (
    <SignInLayout
      title="Your password is set"
      intro={
        <>
          Sign in as <span className="wrap-anywhere text-text">{email}</span>.
        </>
      }
    >
      <Link to="/sign-in" className={buttonClass('primary')}>
        Sign in
      </Link>
    </SignInLayout>
  )
}

function UsedPage() {
  return (
    <SignInLayout
      title="This link was used already"
      intro="Sign in with the password that was chosen, or get a new link."
    >
      <Link to="/sign-in" className={buttonClass('primary')}>
        Sign in
      </Link>
      <Link to="/forgot-password" className="justify-self-center text-sm text-quiet underline hover:text-text">
        Get a new link
      </Link>
    </SignInLayout>
  )
}

function GonePage() {
  return (
    <SignInLayout title="This link no longer works" intro="It is older than an hour, or another link was used instead.">
      <Link to="/forgot-password" className={buttonClass('primary')}>
        Get a new link
      </Link>
    </SignInLayout>
  )
}
