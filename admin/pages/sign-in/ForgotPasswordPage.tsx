import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { requestReset } from '../../api/account/session.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SignInLayout } from './SignInLayout.tsx'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const asking = useMutation({ mutationFn: () => requestReset(email.trim()) })
  if (asking.isSuccess) return <AskedPage email={email.trim()} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    asking.mutate()
  }
  return (
    <SignInLayout title="Choose a new password" intro="You get an email with a link that works for an hour.">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          maxLength={320}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {asking.error && <Notice tone="danger">{asking.error.message}</Notice>}
        <Button type="submit" look="primary" isBusy={asking.isPending} className="mt-1">
          Send the link
        </Button>
        <BackToSignIn />
      </form>
    </SignInLayout>
  )
}

/** The page is the same for known and unknown email addresses, so nobody learns which have an account. */
function AskedPage({ email }: { email: string }) {
  return (
    <SignInLayout
      title="Check your email"
      intro={
        <>
          If <span className="wrap-anywhere text-text">{email}</span> has an account here, a link is on its way. Nothing
          came? Look into the spam folder, or ask the operator of this installation for a link.
        </>
      }
    >
      <Link to="/sign-in" className={buttonClass('secondary')}>
        Back to signing in
      </Link>
    </SignInLayout>
  )
}

function BackToSignIn() {
  return (
    <Link to="/sign-in" className="justify-self-center text-sm text-quiet underline hover:text-text">
      Back to signing in
    </Link>
  )
}
