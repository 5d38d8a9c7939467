import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword, ownSessionsQuery } from '../../../api/account/session.ts'
import { ApiError } from '../../../api/client.ts'
import { TextField } from '../../../components/forms/Field.tsx'
import { toast } from '../../../components/toasts.ts'
import { NewPasswordField } from '../../sign-in/NewPasswordField.tsx'
import { passwordWeakness } from '../../sign-in/password-strength.ts'
import { OwnForm } from './OwnForm.tsx'

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
  const isWrong = changing.error instanceof ApiError && changing.error.code === 'password_wrong'
  const weakness = passwordWeakness(changing.error, '/newPassword')
  return (
    <OwnForm
      title="Change the password"
      action="Change the password"
      act={() => changing.mutate()}
      isBusy={changing.isPending}
      isPrimary
      problem={isWrong || weakness ? undefined : changing.error?.message}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        error={isWrong ? 'The current password is wrong. Enter it again.' : undefined}
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <NewPasswordField label="New password" value={newPassword} onChange={setNewPassword} error={weakness} />
    </OwnForm>
  )
}
