import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type Tone = 'plain' | 'good' | 'warn' | 'danger' | 'accent'

export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-[1.375rem] items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {icon && <Icon name={icon} className="-ml-0.5 size-3.5" />}
      {children}
    </span>
  )
}

const tones: Record<Tone, string> = {
  plain: 'bg-plain-wash text-quiet',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  accent: 'bg-accent-wash text-accent',
}
