export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined

export const parseChoice = <T extends string>(names: Readonly<Record<T, string>>, value: unknown): T | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as T) : undefined

export const isWholeAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
