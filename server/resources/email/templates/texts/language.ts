// What every language has to say. A language that lacks a line does not compile, so no mail goes out half translated.

/** Liquid, in the words of one language; what merchants may replace. */
export type TemplateTexts = { subject: string; preheader: string; heading: string; body: string; button: string }

/** Small print around it; `{name}` is filled in. */
export type Labels = {
  /** Why this mail came, by what the person did. */
  bought: string
  customer: string
  wrote: string
  claimed: string
  asked: string
  wroteTo: string
  toldOf: string
  /** Stands for a product whose title is not known. */
  purchase: string
  unsubscribe: string
  preferences: string
  hint: string
  rate: string
  /** By the language's own plural forms. */
  more: { one?: string; two?: string; few?: string; many?: string; other: string }
  fallback: string
  /** Stands above why a review was held back. */
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
