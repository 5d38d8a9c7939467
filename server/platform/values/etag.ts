// Conditional requests (RFC 9110, section 13.1.2). Weak tags compare like strong ones.

export const parseTags = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

export const isHeld = (header: string | undefined, etag: string): boolean =>
  header !== undefined && parseTags(header).some((tag) => tag === '*' || tag === etag)
