import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { changePassword, ownSessionsQuery } from '../../../api/session.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { NewPasswordField } from '../../sign-in/NewPasswordField.tsx'

export function PasswordCard() {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const queryClient = useQueryClient()
  const changing = useMutation({
    mutationFn: () => changePassword({ currentPassword, newPassword }),
    onSuccess: () => {
      setCurrentPassword('')
      setNewPassword('')
      toast('Password changed; you are signed out everywhere else')
      return queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
    },
  })
  const refusal = changing.error instanceof ApiError ? changing.error : undefined
  const isWrong = refusal?.code === 'password_wrong'
  const weakness = refusal?.details.find(({ path }) => path === '/newPassword')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    changing.mutate()
  }
  return (
    <Card title="Change the password">
      <form onSubmit={submit} className="grid max-w-[26rem] gap-4 px-5 pt-3 pb-5">
        <TextField
          label="Present password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          error={isWrong ? 'That is not your present password.' : undefined}
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.target.value)}
        />
        <NewPasswordField
          label="New password"
          value={newPassword}
          onChange={setNewPassword}
          error={weakness && `It ${weakness}.`}
        />
        {changing.error && !isWrong && !weakness && <Notice tone="danger">{changing.error.message}</Notice>}
        <Button type="submit" look="primary" isBusy={changing.isPending} className="justify-self-start">
          Change the password
        </Button>
      </form>
    </Card>
  )
}
