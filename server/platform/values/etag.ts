// Conditional requests: whether a client has what it asks for (RFC 9110, section 13.1.2). Weak tags compare as strong ones do.

/** The tags of If-None-Match, or `*` for any. */
export const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

export const isHeld = (header: string | undefined, etag: string): boolean =>
  header !== undefined && tagsOf(header).some((tag) => tag === '*' || tag === etag)
