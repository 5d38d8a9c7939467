import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type BackupSchedule, saveSchedule } from '../../../api/shops/backups.ts'
import { Button } from '../../../components/Button.tsx'
import { Switch } from '../../../components/forms/Choice.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { PassphraseFields } from './PassphraseFields.tsx'

type Props = { schedule: BackupSchedule; hasTarget: boolean; mayChange: boolean; onSaved(text: string): void }

export function ScheduleForm({ schedule, hasTarget, mayChange, onSaved }: Props) {
  const storeId = useStoreId()
  const { enabled, frequency, hour, keep, target } = schedule
  const [draft, setDraft] = useState({ enabled, frequency, hour, keep, target })
  const [typed, setTyped] = useState({ passphrase: '', again: '' })
  const saving = useMutation({
    mutationFn: () =>
      saveSchedule(storeId, { ...draft, ...(typed.passphrase !== '' && { passphrase: typed.passphrase }) }),
    onSuccess: () => {
      setTyped({ passphrase: '', again: '' })
      onSaved('Schedule saved')
    },
  })
  const failure = remainingError(saving.error, ['/keep', '/passphrase'])
  return (
    <form
      className="grid gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.passphrase === typed.again) saving.mutate()
      }}
    >
      <fieldset disabled={!mayChange} className="grid gap-4">
        <Switch
          label="Back up automatically"
          isOn={draft.enabled}
          onChange={(isOn) => setDraft({ ...draft, enabled: isOn })}
        />
        <SelectField
          label="How often"
          value={draft.frequency}
          onChange={(event) => setDraft({ ...draft, frequency: event.target.value as typeof frequency })}
        >
          <option value="daily">Each day</option>
          <option value="weekly">Each Monday</option>
          <option value="monthly">On the first of each month</option>
        </SelectField>
        <SelectField
          label="Hour"
          hint={`In ${schedule.timezone}, at a minute that is fixed for your store.`}
          value={draft.hour}
          onChange={(event) => setDraft({ ...draft, hour: Number(event.target.value) })}
        >
          {Array.from({ length: 24 }, (_, each) => `${String(each).padStart(2, '0')}:00`).map((name, each) => (
            <option key={name} value={each}>
              {name}
            </option>
          ))}
        </SelectField>
        <NumberField
          label="Backups to keep"
          unit="backups"
          min={1}
          max={90}
          value={draft.keep}
          error={errorAt(saving.error, '/keep')}
          onChange={(value) => setDraft({ ...draft, keep: value })}
        />
        <SelectField
          label="Where they go"
          value={draft.target}
          onChange={(event) => setDraft({ ...draft, target: event.target.value as typeof target })}
        >
          <option value="service">Stored here</option>
          <option value="s3" disabled={!hasTarget}>
            Your own bucket{hasTarget ? '' : ' (none is set)'}
          </option>
        </SelectField>
        <PassphraseFields
          typed={typed}
          hint={
            schedule.encrypted ? 'A passphrase is set. Enter another to change it.' : 'Optional: encrypts the files.'
          }
          error={errorAt(saving.error, '/passphrase')}
          onChange={setTyped}
        />
      </fieldset>
      {schedule.enabled && schedule.nextAt && (
        <p className="text-sm text-quiet">
          Next: <Time at={schedule.nextAt} />
        </p>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      {mayChange && (
        <div>
          <Button type="submit" isBusy={saving.isPending} disabled={typed.passphrase !== typed.again}>
            Save schedule
          </Button>
        </div>
      )}
    </form>
  )
}
