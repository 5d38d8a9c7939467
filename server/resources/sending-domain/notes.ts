const texts = {
  dkim_publish_beside: 'Publish it in addition to the current key, which signs until the new key is found.',
  dkim_retired: 'No longer used. Leave it until {0}, then remove it.',
  dkim_no_key: 'The TXT record contains no key.',
  dkim_several: 'There are several keys at this name, and receivers cannot tell which one to use. Keep one.',
  dkim_cut: 'The value is incomplete. Publish all of it.',
  dkim_other: 'Another key is published at this name.',
  domain_taken:
    'The record is right, but another store here sends from this domain. That store must give the domain up first.',
  return_path_optional: 'Optional: bounces then return through your own domain.',
  return_path_other: 'The record points to another host.',
  spf_several: 'There are several SPF records, which makes all of them invalid. Join them into one.',
  spf_nothing_to_add: 'Nothing to add: receivers check SPF for the domain of the bounce address, which is not yours.',
  spf_advised: 'Recommended: some receivers check it.',
  spf_include: 'Recommended: add {0} to your existing record. Never publish a second one.',
  dmarc_advised: 'Recommended: Gmail and Yahoo expect a policy from bulk senders.',
  dmarc_several: 'There are several policies at this name, so receivers ignore all of them. Keep one.',
  dmarc_watching:
    'The policy only monitors (p=none). When all your mail is signed, change it to quarantine or reject to protect your name.',
  dmarc_unknown: 'The policy has an unknown value: p must be none, quarantine or reject.',
  servers_divided: 'Some name servers do not return the record yet. Changes can take up to a day.',
  servers_silent: 'A name server did not answer. We will ask it again automatically.',
  servers_broken: 'The name servers of this domain answered with a failure.',
} as const

type NoteCode = keyof typeof texts
export const noteCodes = Object.keys(texts) as NoteCode[]

export type Note = { note: string | null; noteCode: NoteCode | null; noteValue: string | null }

export const silence: Note = { note: null, noteCode: null, noteValue: null }

/** `value` is the day, or the part of a record, that the sentence names. */
export const buildNote = (code: NoteCode, value: string | null = null): Note => ({
  note: texts[code].replace('{0}', value ?? ''),
  noteCode: code,
  noteValue: value,
})
