// A name server over real UDP. Tests may change its zone. A name outside the zone does not exist. A name inside the zone
// may lack records of the requested type.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet'

/**
 * A TXT value longer than 255 bytes is split into strings, as every provider does. An MX value is `<preference>
 * <exchange>`.
 */
export type Records = { A?: string[]; AAAA?: string[]; TXT?: string[]; CNAME?: string; MX?: string[] }
/** `servfail` responds with a server failure, and `silent` sends no response. */
export type Zone = Record<string, Records | 'servfail' | 'silent' | undefined>

export type NameServer = {
  /** Address in the format of DNS_SERVERS. */
  address: string
  zone: Zone
  asked: string[]
  close(): Promise<void>
}

export async function startNameServer(zone: Zone = {}): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (bytes, peer) => {
    const query = decode(bytes)
    const [question] = query.questions ?? []
    if (!question) return
    asked.push(`${question.type} ${question.name.toLowerCase()}`)
    const reply = replyTo(query, zone)
    if (reply) socket.send(encode(reply), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    asked,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const codes = { ok: 0, servfail: 2, nxdomain: 3 }

function replyTo(query: Packet, zone: Zone): Packet | undefined {
  const { name = '', type = 'A' } = query.questions?.[0] ?? {}
  const [answers, code] = resolveAnswers(name.toLowerCase(), type, zone)
  if (code === undefined) return undefined
  return {
    type: 'response',
    ...(query.id !== undefined && { id: query.id }),
    flags: AUTHORITATIVE_ANSWER | code,
    questions: query.questions ?? [],
    answers,
  }
}

/**
 * Returns the answers and the response code. Without a code the server stays silent. An alias adds the records of its
 * target.
 */
function resolveAnswers(name: string, type: string, zone: Zone, depth = 0): [Answer[], number | undefined] {
  const records = zone[name]
  if (records === 'silent') return [[], undefined]
  if (records === 'servfail') return [[], codes.servfail]
  if (records === undefined) return [[], depth > 0 ? codes.ok : codes.nxdomain]
  const { CNAME } = records
  if (CNAME === undefined) return [own(name, type, records), codes.ok]
  const alias: Answer = { type: 'CNAME', name, ttl: 1, data: CNAME }
  if (type === 'CNAME' || depth >= 8) return [[alias], codes.ok]
  const [behind, code] = resolveAnswers(CNAME.toLowerCase(), type, zone, depth + 1)
  return [[alias, ...behind], code]
}

function own(name: string, type: string, records: Records): Answer[] {
  const base = { name, ttl: 1 }
  switch (type) {
    case 'A':
    case 'AAAA':
      return (records[type] ?? []).map((data) => ({ ...base, type, data }))
    case 'TXT':
      return (records.TXT ?? []).map((text) => ({ ...base, type, data: splitText(text) }))
    case 'MX':
      return (records.MX ?? []).map((text) => {
        const [preference = '', exchange = ''] = text.split(' ')
        return { ...base, type, data: { preference: Number(preference), exchange } }
      })
    default:
      return []
  }
}

function splitText(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const strings: Buffer[] = []
  for (let at = 0; at < bytes.length || at === 0; at += 255) strings.push(bytes.subarray(at, at + 255))
  return strings
}
