import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brandingQuery } from '../../api/mail/email-templates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

type Part = 'lines' | 'stars' | 'quote' | 'button'

const asksForStars: Part[] = ['lines', 'stars']
const quotesSomeone: Part[] = ['quote', 'lines']

const partsByTemplate: Readonly<Record<string, Part[]>> = {
  review_request: asksForStars,
  review_reminder: asksForStars,
  review_reply: quotesSomeone,
  review_rejected: quotesSomeone,
  review_appeal: quotesSomeone,
  faq_answer: quotesSomeone,
  lead_notice: quotesSomeone,
}

/** The arrangement of the email in the colors of the branding, drawn for 64 by 80 px and enlarged. */
export function Sketch({ name }: { name: string }) {
  const { data } = useQuery(brandingQuery(useStoreId()))
  const { background, surface, text, primary, button } = data?.colors ?? {}
  const parts: Record<Part, ReactNode> = {
    lines: <Lines />,
    stars: (
      <span style={{ color: primary }} className="text-[0.5rem] leading-none tracking-tight">
        ★★★★★
      </span>
    ),
    quote: (
      <span style={{ borderColor: primary }} className="border-s-2 ps-1">
        <Lines />
      </span>
    ),
    button: <span style={{ backgroundColor: button }} className="h-2 w-7 rounded-sm" />,
  }
  return (
    <span
      style={{ backgroundColor: background }}
      className="absolute top-0 left-0 h-20 w-16 origin-top-left scale-[1.3125] bg-sunken p-1.5 sm:scale-[1.875]"
    >
      {data && (
        <span
          style={{ backgroundColor: surface, color: text }}
          className="grid h-full content-start gap-1.5 rounded-xs p-1.5"
        >
          <span style={{ backgroundColor: primary }} className="h-1 w-5 rounded-full" />
          {(partsByTemplate[name] ?? ['lines', 'button']).map((part) => (
            <span key={part} className="grid">
              {parts[part]}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

const Lines = () => (
  <span className="grid gap-1 opacity-30">
    <span className="h-0.5 bg-current" />
    <span className="h-0.5 w-2/3 bg-current" />
  </span>
)
