import type { LeadForm } from '../../../api/content/galleries.ts'
import { Button } from '../../../components/Button.tsx'
import { Switch } from '../../../components/forms/Choice.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import type { FieldsProps } from './FormFields.tsx'

type Props = FieldsProps & { form: LeadForm; isResuming: boolean; onResume(): void }

export function ReceivingFields({ form, draft, error, onChange, isResuming, onResume }: Props) {
  return (
    <>
      <TextField
        label="Notify by email"
        hint="One email for each message. Your reply goes to the sender. Above 20 an hour, the rest share one email."
        type="email"
        maxLength={320}
        value={draft.notificationEmail}
        error={error('notificationEmail')}
        onChange={(event) => onChange({ notificationEmail: event.target.value })}
      />
      <TextField
        label="Send to another system"
        hint="An https address that gets each lead as signed JSON. Its secret is shown once, when you save."
        type="url"
        maxLength={2048}
        value={draft.webhookUrl}
        error={error('webhookUrl')}
        onChange={(event) => onChange({ webhookUrl: event.target.value })}
      />
      {form.webhookDisabledReason && (
        <Notice tone="warn">
          <p>
            {disabled[form.webhookDisabledReason]} Nothing is lost: once the other system works again, send it the
            missed messages.
          </p>
          <Button size="small" className="mt-2" isBusy={isResuming} onClick={onResume}>
            Send again
          </Button>
        </Notice>
      )}
      <Switch
        label="Confirm email addresses"
        hint="Visitors confirm their address by email before their message reaches you. Unconfirmed messages are deleted after seven days."
        isOn={draft.confirmEmail}
        onChange={(confirmEmail) => onChange({ confirmEmail })}
      />
      <NumberField
        label="Delete leads after"
        unit="days"
        min={1}
        max={1825}
        value={draft.retentionDays}
        error={error('retentionDays')}
        onChange={(retentionDays) => onChange({ retentionDays })}
      />
    </>
  )
}

const disabled = {
  gone: 'The other system answered 410 Gone, so sending stopped.',
  failing: 'Every delivery failed for five days, so sending to the other system stopped.',
  manual: 'This gallery was restored from an archive. Sending to the other system is off.',
}
