/** Replaces `{name}`. A name without a value stays visible. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** One form per plural category of the language. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** `{n}` becomes `shown`: the number as the reader's language writes it. */
export const fillCount = (forms: PluralForms, plural: Intl.PluralRules, n: number, shown: string): string =>
  fill(forms[plural.select(n)] ?? forms.other, { n: shown })
