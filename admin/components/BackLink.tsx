import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

export const BackLink = createLink(({ children, className = '', ...rest }: ComponentProps<'a'>) => (
  <a
    {...rest}
    className={`-ml-1 inline-flex items-center gap-0.5 justify-self-start text-sm font-medium text-quiet hover:text-text ${className}`}
  >
    <Icon name="back" className="size-5" />
    {children}
  </a>
))
