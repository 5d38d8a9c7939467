// Texts that every language needs. A missing one fails to compile, so that no mail is half translated.

/** Liquid in one language, which merchants may replace. */
export type TemplateTexts = { subject: string; preheader: string; heading: string; body: string; button: string }

/** Small print around it. `{name}` is a placeholder. */
export type Labels = {
  bought: string
  customer: string
  wrote: string
  claimed: string
  asked: string
  wroteTo: string
  toldOf: string
  /** Replaces an unknown product title. */
  purchase: string
  unsubscribe: string
  preferences: string
  hint: string
  rate: string
  /** By the language's own plural forms. */
  more: { one?: string; two?: string; few?: string; many?: string; other: string }
  fallback: string
  /** Heading above the reason of a rejection. */
  decisionReason: string
  yourReview: string
  yourQuestion: string
  rated: string
  test: string
}

export type Language = {
  words: Labels
  templates: Record<
    | 'review_request'
    | 'review_reminder'
    | 'review_confirmation'
    | 'review_reply'
    | 'review_rejected'
    | 'review_appeal'
    | 'faq_answer'
    | 'review_reward'
    | 'lead_confirmation'
    | 'lead_notice',
    TemplateTexts
  >
}
