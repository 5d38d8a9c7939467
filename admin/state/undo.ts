// Undo history of a draft. Pure: callers pass the time and the focused field.

export type History<Draft> = { draft: Draft; past: readonly Draft[]; typing?: Typing | undefined }
export type Typing = { field: unknown; at: number }

const most = 100
const pauseMs = 1_500

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
