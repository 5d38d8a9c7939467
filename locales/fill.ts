/** Replaces `{name}`. A name without a value stays visible. `replace` writes numbers as text. */
export const fill = (text: string, values: Record<string, string | number | null>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] ?? whole) as string)

/** One form per plural category of the language. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A language without a form for the category uses `other`. */
export const formFor = (forms: PluralForms, category: Intl.LDMLPluralRule): string => forms[category] ?? forms.other
