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
        label="Notify by e-mail"
        hint="One mail for each; your reply to it goes to the sender. Above 20 an hour the others come in one mail."
        type="email"
        maxLength={320}
        value={draft.notificationEmail}
        error={error('notificationEmail')}
        onChange={(event) => onChange({ notificationEmail: event.target.value })}
      />
      <TextField
        label="Send to another system"
        hint="An https address that gets each lead as signed JSON, as webhooks are. Its secret is shown once, when you save."
        type="url"
        maxLength={2048}
        value={draft.webhookUrl}
        error={error('webhookUrl')}
        onChange={(event) => onChange({ webhookUrl: event.target.value })}
      />
      {form.webhookDisabledReason && (
        <Notice tone="warn">
          <p>{disabled[form.webhookDisabledReason]} Nothing is lost: once it works, it gets what it missed.</p>
          <Button size="small" className="mt-2" isBusy={isResuming} onClick={onResume}>
            Send again
          </Button>
        </Notice>
      )}
      <Switch
        label="Have addresses confirmed"
        hint="Visitors get a mail with a link. Their message counts once the button behind it is pressed. Unconfirmed messages are deleted after seven days."
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
  gone: 'The other system answered that it is gone, so nothing is sent to it.',
  failing: 'Nothing but failures came of five days of sending, so nothing is sent to the other system.',
  manual: 'This gallery came back from an archive, so nothing is sent to the other system yet.',
}
