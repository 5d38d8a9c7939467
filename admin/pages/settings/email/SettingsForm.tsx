import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type EmailSettings, emailSettingsQuery, updateEmailSettings } from '../../../api/mail/email.ts'
import { Choice, Switch } from '../../../components/forms/Choice.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import type { FieldsProps, SetSettings } from './fields-props.ts'
import { LimitFields } from './LimitFields.tsx'
import { ProviderField } from './ProviderField.tsx'
import { Timeline } from './Timeline.tsx'

const fields = [
  '/requestsEnabled',
  '/trigger',
  '/delayDays',
  '/reminders',
  '/reminderDelayDays',
  '/consent',
  '/quietHours',
  '/frequencyCap',
  '/provider',
  '/maxOrderAgeDays',
  '/skipRefundedOrders',
  '/onlyDispatched',
]

const wordings: Record<string, string> = {
  '/quietHours/end': 'Start and end must differ.',
  '/maxOrderAgeDays':
    'Must be at least as long as a request waits. Otherwise every order is too old when its request is due.',
}

export function SettingsForm({ settings: kept }: { settings: EmailSettings }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { isAtLeast } = useRole()
  const [changes, setChanges] = useState<Partial<EmailSettings>>({})
  const settings = { ...kept, ...changes }
  const isChanged = Object.entries(changes).some(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(kept[field as keyof EmailSettings]),
  )
  const saving = useMutation({
    // Sends changed fields only, so a colleague's changes survive.
    mutationFn: () => updateEmailSettings(storeId, changes),
    onSuccess: (saved) => {
      queryClient.setQueryData(emailSettingsQuery(storeId).queryKey, saved)
      setChanges({})
      toast('Saved')
    },
  })
  const set: SetSettings = (change) => {
    if (saving.error) saving.reset()
    setChanges((before) => ({ ...before, ...change }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const error = (path: string) => errorAt(saving.error, path) && (wordings[path] ?? errorAt(saving.error, path))
  return (
    <form onSubmit={submit} className="grid gap-6">
      {!isAtLeast('ADMIN') && <Notice icon="lock">Only owners and admins can change this.</Notice>}
      <fieldset disabled={!isAtLeast('ADMIN') || saving.isPending} className="grid min-w-0 gap-6">
        <Section>
          <Switch
            label="Ask buyers for reviews"
            hint="If off, due requests are skipped. Requests for new orders are still planned."
            isOn={settings.requestsEnabled}
            onChange={(requestsEnabled) => set({ requestsEnabled })}
          />
        </Section>
        <Section title="When">
          <WhenFields settings={settings} set={set} error={error} />
        </Section>
        <Section title="Recipients">
          <Choice
            legend="Asked are"
            value={settings.consent}
            error={error('/consent')}
            onChange={(consent) => set({ consent })}
            options={[
              {
                value: 'all_buyers',
                name: 'All buyers',
                meaning: 'Except customers who unsubscribed or complained, or whose address bounced.',
              },
              {
                value: 'opted_in_only',
                name: 'Only customers who agreed to emails',
                meaning: 'Your shop system must send acceptsMarketing: true with the order.',
              },
            ]}
          />
          <NumberField
            label="Oldest order"
            unit="days"
            hint="Older orders get no request."
            min={1}
            max={730}
            value={settings.maxOrderAgeDays}
            error={error('/maxOrderAgeDays')}
            onChange={(maxOrderAgeDays) => set({ maxOrderAgeDays })}
          />
          <Switch
            label="Skip refunded orders"
            hint="An order is skipped when its refunds are as high as its total."
            isOn={settings.skipRefundedOrders}
            onChange={(skipRefundedOrders) => set({ skipRefundedOrders })}
          />
        </Section>
        <Section title="Limits">
          <LimitFields settings={settings} set={set} error={error} />
        </Section>
        <Section title="Sent by">
          <ProviderField settings={settings} set={set} error={error} />
        </Section>
      </fieldset>
      <SaveBar
        isChanged={isChanged}
        isBusy={saving.isPending}
        error={saving.error ? (remainingError(saving.error, fields) ?? 'Correct the fields above.') : undefined}
        onDiscard={() => {
          setChanges({})
          saving.reset()
        }}
      />
    </form>
  )
}

function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={`grid gap-5 p-5 ${title ? 'pt-4' : ''}`}>{children}</div>
    </Card>
  )
}

function WhenFields({ settings, set, error }: FieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Start counting when the order is"
          hint={triggerHints[settings.trigger]}
          value={settings.trigger}
          error={error('/trigger')}
          onChange={(event) => set({ trigger: event.target.value as EmailSettings['trigger'] })}
        >
          <option value="delivered">Delivered</option>
          <option value="fulfilled">Fulfilled</option>
          <option value="placed">Placed</option>
        </SelectField>
        <NumberField
          label="Ask after"
          unit="days"
          hint="Give customers time to try the product."
          min={0}
          max={90}
          value={settings.delayDays}
          error={error('/delayDays')}
          onChange={(delayDays) => set({ delayDays })}
        />
        <SelectField
          label="Remind"
          hint="Only customers who have not opened the form."
          value={settings.reminders}
          error={error('/reminders')}
          onChange={(event) => set({ reminders: Number(event.target.value) })}
        >
          <option value={0}>Never</option>
          <option value={1}>Once</option>
          <option value={2}>Twice</option>
        </SelectField>
        <NumberField
          label="Time between reminders"
          unit="days"
          min={1}
          max={60}
          disabled={settings.reminders === 0}
          value={settings.reminderDelayDays}
          error={error('/reminderDelayDays')}
          onChange={(reminderDelayDays) => set({ reminderDelayDays })}
        />
      </div>
      {settings.trigger !== 'placed' && (
        <Switch
          label="Only once dispatched"
          hint="A request waits until your shop reports the order as fulfilled or delivered."
          isOn={settings.onlyDispatched}
          onChange={(onlyDispatched) => set({ onlyDispatched })}
        />
      )}
      <Timeline settings={settings} />
    </>
  )
}

const triggerHints: Record<EmailSettings['trigger'], string> = {
  delivered: 'If the delivery is unknown, counts from the fulfilment, or else from the order.',
  fulfilled: 'Does not wait for the delivery. If the fulfilment is unknown, counts from the order.',
  placed: 'Waits neither for shipping nor for delivery.',
}
