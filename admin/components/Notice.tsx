import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Tone = 'plain' | 'good' | 'warn' | 'danger'

/** Screen readers announce a danger notice as soon as it appears. */
export function Notice({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  const shown = icon ?? (tone === 'danger' || tone === 'warn' ? 'warning' : undefined)
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={`flex gap-2.5 rounded-lg p-3 text-sm ${tones[tone]}`}
    >
      {shown && <Icon name={shown} className="mt-px size-5" />}
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}

const tones: Record<Tone, string> = {
  plain: 'bg-plain-wash text-text',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
}
