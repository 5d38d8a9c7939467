import type { EmailSettings } from '../../../api/mail/email.ts'
import { daysText, triggerNames } from './labels.ts'

export function Timeline({
  settings: { trigger, delayDays, reminders, reminderDelayDays },
}: {
  settings: EmailSettings
}) {
  if (Number.isNaN(delayDays) || Number.isNaN(reminderDelayDays)) return null
  const steps = [
    { name: triggerNames[trigger], at: 0 },
    { name: 'Request', at: delayDays },
    ...Array.from({ length: reminders }, (_, i) => ({
      name: reminders === 1 ? 'Reminder' : `Reminder ${i + 1}`,
      at: delayDays + (i + 1) * reminderDelayDays,
    })),
  ]
  return (
    <ol
      aria-label="Timeline"
      className="grid gap-3 rounded-lg bg-plain-wash p-4 sm:auto-cols-fr sm:grid-flow-col sm:gap-0"
    >
      {steps.map(({ name, at }, i) => (
        <li key={name} className="relative flex gap-3 text-sm sm:grid sm:gap-1.5">
          {i < steps.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-[0.3rem] right-0 left-0 hidden h-px bg-line-strong/60 sm:block"
            />
          )}
          <span
            aria-hidden="true"
            className={`relative mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-plain-wash sm:mt-0 ${i === 0 ? 'bg-line-strong' : 'bg-accent'}`}
          />
          <span className="grid">
            <span className="font-medium">{name}</span>
            <span className="text-xs text-quiet">
              {i === 0 ? 'Day 0' : at === 0 ? 'immediately' : `after ${daysText(at)}`}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
