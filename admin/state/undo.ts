// One step back at a time through what was done to a draft. Pure, but for the clock and the field that it is handed.

export type History<Draft> = { draft: Draft; past: readonly Draft[]; typing?: Typing | undefined }
/** Where somebody is typing, and since when not. */
export type Typing = { field: unknown; at: number }

const most = 100
const pauseMs = 1_500

/** What is typed into one field without a pause is one step. */
export function withChange<Draft>(
  { draft, past, typing }: History<Draft>,
  next: Draft,
  now: Typing | undefined,
): History<Draft> {
  const goesOn = now && typing && typing.field === now.field && now.at - typing.at < pauseMs
  return { draft: next, past: goesOn ? past : [...past.slice(1 - most), draft], typing: now }
}

export function undone<Draft>({ draft, past }: History<Draft>): History<Draft> {
  return { draft: past.at(-1) ?? draft, past: past.slice(0, -1) }
}
