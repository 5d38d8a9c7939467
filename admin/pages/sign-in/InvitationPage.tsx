import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { acceptInvitation, sessionQuery } from '../../api/session.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Gate } from './Gate.tsx'

export function InvitationPage() {
  const { token } = useParams({ from: '/invitations/$token' })
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const accepting = useMutation({
    mutationFn: () => acceptInvitation(token, { name: name.trim(), password }),
    onSuccess: async () => {
      queryClient.clear()
      await queryClient.fetchQuery(sessionQuery)
      await navigate({ to: '/' })
    },
  })
  const refusal = accepting.error instanceof ApiError ? accepting.error : undefined
  if (refusal?.status === 404 || refusal?.details.some(({ path }) => path === '/token')) return <GonePage />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accepting.mutate()
  }
  return (
    <Gate title="Join your team" intro="You were invited to work on a store's reviews. Choose how you will sign in.">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Your name"
          autoComplete="name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={200}
          hint="At least 8 characters. If your address already has an account here, enter its password."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {accepting.error && (
          <Notice tone="danger">
            {refusal?.code === 'password_wrong'
              ? 'Your address already has an account here. Enter the password of that account.'
              : accepting.error.message}
          </Notice>
        )}
        <Button type="submit" look="primary" isBusy={accepting.isPending} className="mt-1">
          Accept the invitation
        </Button>
      </form>
    </Gate>
  )
}

function GonePage() {
  return (
    <Gate
      title="This invitation is not open"
      intro="It was accepted already, withdrawn, or is older than seven days. Ask for a new one."
    >
      <Link to="/" className={buttonClass('primary')}>
        Sign in
      </Link>
    </Gate>
  )
}
