// What is said of a record besides its status: a code that lasts, and the sentence for people. Pure.

const texts = {
  dkim_publish_beside: 'Publish it beside the present one, which signs until this is found.',
  dkim_retired: 'No longer used. Leave it until {0}, then remove it.',
  dkim_no_key: 'There is a TXT record, but no key in it.',
  dkim_several: 'There are several keys at this name; receivers cannot tell which to use. Keep one.',
  dkim_cut: 'The value was cut off. Publish all of it.',
  dkim_other: 'Another key is published at this name.',
  domain_taken:
    'The record is right, but another store here sends from this domain. It has to give the domain up before this store can have it.',
  return_path_optional: 'Optional: bounces then come back by way of your own domain.',
  return_path_other: 'It leads somewhere else.',
  spf_several: 'There are several SPF records, which makes all of them invalid. Join them into one.',
  spf_nothing_to_add: 'Nothing to add: SPF is checked against the address that bounces come back to.',
  spf_advised: 'Advice: some receivers look for it.',
  spf_include: 'Advice: add {0} to the record you have. Never publish a second one.',
  dmarc_advised: 'Advice: Gmail and Yahoo expect a policy from whoever sends much mail.',
  dmarc_several: 'There are several policies at this name, which counts as none. Keep one.',
  dmarc_watching:
    'The policy only watches (p=none). Once all your mail is signed, quarantine or reject protects your name.',
  dmarc_unknown: 'The policy says nothing that receivers know: p must be none, quarantine or reject.',
  servers_divided: 'Not all name servers tell it yet. Changes take up to a day to arrive everywhere.',
  servers_silent: 'A name server did not answer. It is asked again by itself.',
  servers_broken: 'The name servers of this domain cannot be read: they answer with a failure.',
} as const

type NoteCode = keyof typeof texts
export const noteCodes = Object.keys(texts) as NoteCode[]

export type Note = { note: string | null; noteCode: NoteCode | null; noteValue: string | null }

export const silence: Note = { note: null, noteCode: null, noteValue: null }

/** `value` is what the sentence names: a day, or a part of a record. */
export const noteOf = (code: NoteCode, value: string | null = null): Note => ({
  note: texts[code].replace('{0}', value ?? ''),
  noteCode: code,
  noteValue: value,
})
