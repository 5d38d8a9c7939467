import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { loyaltyKey, type Member, updateMember } from '../../api/loyalty.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

const monthFormat = new Intl.DateTimeFormat(shownLocale, { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1).padStart(2, '0'),
  name: monthFormat.format(Date.UTC(2024, i, 1)),
  // Days of a leap year. In other years the 29th of February counts as the 28th.
  days: new Date(Date.UTC(2024, i + 1, 0)).getUTCDate(),
}))

export function BirthdayDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [month, setMonth] = useState(member.birthday?.slice(0, 2) ?? '')
  const [day, setDay] = useState(member.birthday?.slice(3) ?? '01')
  const days = months.find(({ value }) => value === month)?.days ?? 31
  const saving = useMutation({
    mutationFn: () => updateMember(storeId, member.id, { birthday: month === '' ? null : `${month}-${day}` }),
    onSuccess: async () => {
      onClose()
      toast('Saved')
      await queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog title="Birthday" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label="Month"
            value={month}
            onChange={(event) => {
              setMonth(event.target.value)
              setDay('01')
            }}
          >
            <option value="">Not known</option>
            {months.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          {month !== '' && (
            <SelectField label="Day" value={day} onChange={(event) => setDay(event.target.value)}>
              {Array.from({ length: days }, (_, i) => (
                <option key={i} value={String(i + 1).padStart(2, '0')}>
                  {i + 1}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <p className="text-sm text-quiet">Changing the date gives no second reward within a year.</p>
        {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
