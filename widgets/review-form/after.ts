// Sentences below the thanks. Most forms show none, so the widget loads this code lazily. The server uses it too.
// Shared code is passed in, because an import would split the form's script in two.
import type { fill as Fill, PluralForms } from '../../locales/fill.ts'
import type { Texts } from './model.ts'

export type EndingFacts = {
  incentive?: { kind: 'coupon' | 'points'; text: string } | null | undefined
  /** Usual number of days until the shop decides. Null without enough decisions. */
  usualDays: number | null
}

type Kit = { fill: typeof Fill; texts: Pick<Texts, 'rewardCode' | 'rewardPoints' | 'usual'>; language: string }

export function listAfter({ incentive, usualDays }: EndingFacts, { fill, texts, language }: Kit): string[] {
  const after: string[] = []
  if (usualDays !== null) {
    const forms: PluralForms = texts.usual
    const form = forms[new Intl.PluralRules(language).select(usualDays)] ?? forms.other
    after.push(fill(form, { n: usualDays.toLocaleString(language) }))
  }
  if (incentive) {
    const reward = incentive.kind === 'points' ? texts.rewardPoints : texts.rewardCode
    // The marks isolate the direction of the shop's own text.
    after.push(fill(reward, { offer: `\u2068${incentive.text}\u2069` }))
  }
  return after
}
