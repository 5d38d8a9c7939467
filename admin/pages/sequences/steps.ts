import type { SequenceStep } from '../../api/mail/sequences.ts'
import type { IconName } from '../../components/Icon.tsx'

export const stepIcons: Record<SequenceStep['type'], IconName> = { wait: 'clock', mail: 'mail', condition: 'flag' }
export const stepNames: Record<SequenceStep['type'], string> = { wait: 'Wait', mail: 'Email', condition: 'Condition' }
