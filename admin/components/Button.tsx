import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet'

export type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  size?: 'small' | 'normal'
  icon?: IconName
  isBusy?: boolean
}

export function Button({ look, size, icon, isBusy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      disabled={rest.disabled || isBusy}
      className={`${buttonClass(look, size)} ${className}`}
    >
      {icon && <Icon name={icon} className="size-[1.125rem]" />}
      {children}
    </button>
  )
}

export function buttonClass(look: Look = 'secondary', size: 'small' | 'normal' = 'normal'): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg text-sm font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed aria-busy:cursor-progress ${look === 'primary' ? sizes.normal : sizes[size]} ${looks[look]}`
}

export function IconButton({ label, icon, className = '', ...rest }: ComponentProps<'button'> & IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-quiet transition-colors hover:bg-hover hover:text-text disabled:cursor-not-allowed disabled:opacity-45 ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}

type IconButtonProps = { label: string; icon: IconName }

/** With a mouse, both sizes are as high as fields and segments beside them. */
const sizes = { small: 'h-9 px-2.5', normal: 'h-10 px-4 sm:h-9' }

/** A pale accent color would look as if it could be pressed. A busy button has its color, because it was pressed. */
const filled = 'aria-busy:opacity-55 disabled:not-aria-busy:bg-plain-wash disabled:not-aria-busy:text-quiet'

const looks: Record<Look, string> = {
  primary: `bg-accent text-on-accent hover:not-disabled:bg-accent-strong ${filled}`,
  secondary:
    'border border-line-button bg-surface text-text shadow-shade hover:not-disabled:bg-hover disabled:opacity-55',
  quiet: 'text-text hover:not-disabled:bg-hover disabled:opacity-55',
  danger: `bg-danger text-on-danger hover:not-disabled:bg-danger-strong ${filled}`,
  dangerQuiet: 'text-danger hover:not-disabled:bg-danger-wash disabled:opacity-55',
}
