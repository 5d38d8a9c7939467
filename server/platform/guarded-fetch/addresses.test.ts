import assert from 'node:assert/strict'
import test from 'node:test'
import ipaddr from 'ipaddr.js'
import { checkUrl, isPublicAddress, isWithin, parseRange, type UrlAllowance } from './addresses.ts'

const deniedBlocks = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 ::/128 ::1/128 ::ffff:0:0/96
  ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7
  fe80::/10 fec0::/10 ff00::/8 ::/96 100:0:0:1::/64 168.63.129.16/32`.split(/\s+/)

for (const block of deniedBlocks) {
  test(`no address of ${block} is public, from its first to its last`, () => {
    const [address, bits] = ipaddr.parseCIDR(block)
    const first = address.toByteArray()
    const last = first.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - index * 8))))
    const middle = last.map((byte, index) => (index === last.length - 1 ? byte & 0x5a : byte) | (first[index] ?? 0))
    for (const bytes of [first, middle, last]) {
      const ip = ipaddr.fromByteArray(bytes).toString()
      assert.equal(isPublicAddress(ip), false, ip)
    }
  })
}

const publicAddresses = ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0']
const besideDenied = ['126.255.255.255', '128.0.0.0', '172.15.255.255', '172.32.0.0', '168.63.129.15', '168.63.129.17']
const publicV6 = ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2001:200::1', '2003::1']

for (const ip of [...publicAddresses, ...besideDenied, '223.255.255.255', ...publicV6]) {
  test(`${ip} is public`, () => {
    assert.equal(isPublicAddress(ip), true)
  })
}

const notPlain = [
  '',
  'example.com',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '8.8.8',
  '8.8.8.8/32',
  '[::1]',
  ' 8.8.8.8',
]
const hidden = ['::ffff:8.8.8.8', '::8.8.8.8', 'fe80::1%eth0', '64:ff9b::808:808', '2002:808:808::1']

for (const ip of [...notPlain, ...hidden]) {
  test(`"${ip}" does not count as a public address`, () => {
    assert.equal(isPublicAddress(ip), false)
  })
}

test('a range is a block or a single address, and matches only its own family', () => {
  const ranges = ['198.41.0.0/24', '2606:4700::/32', '9.9.9.9'].map(parseRange)
  for (const ip of ['198.41.0.255', '2606:4700::1', '9.9.9.9']) assert.equal(isWithin(ip, ranges), true, ip)
  for (const ip of ['198.41.1.0', '2606:4701::1', '9.9.9.10', 'text']) assert.equal(isWithin(ip, ranges), false, ip)
})

const accepted = {
  'https://example.com/hook': 'https://example.com/hook',
  'https://EXAMPLE.com:443/hook?a=b': 'https://example.com/hook?a=b',
  'https://example.com:8443/': 'https://example.com:8443/',
  'https://example.com:1024/': 'https://example.com:1024/',
  'https://example.com:65535/': 'https://example.com:65535/',
  'https://example.com./hook': 'https://example.com/hook',
  'https://bücher.example/': 'https://xn--bcher-kva.example/',
  'https://8.8.8.8/': 'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/': 'https://[2606:4700:4700::1111]/',
  'https://internal.example.com/': 'https://internal.example.com/',
  'https://my.local.example.com/': 'https://my.local.example.com/',
}

for (const [text, href] of Object.entries(accepted)) {
  test(`${text} is accepted as a URL`, () => {
    assert.equal(checkUrl(text).url?.href, href)
  })
}

const notPublic = `https://127.0.0.1/ https://127.1/ https://2130706433/ https://0177.0.0.1/ https://0x7f.1/
  https://0x7f000001/ https://017700000001/ https://127.0.0.1./ https://%31%32%37.0.0.1/ https://１２７.0.0.1/
  https://127。0。0。1/ https://0/ https://0.0.0.0/ https://10.1.2.3/ https://172.16.0.1/ https://192.168.1.1/
  https://169.254.169.254/latest/meta-data https://168.63.129.16/ https://100.100.100.200/ https://255.255.255.255/
  https://224.0.0.1/ https://[::]/ https://[::1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/
  https://[::ffff:8.8.8.8]/ https://[::127.0.0.1]/ https://[64:ff9b::7f00:1]/ https://[64:ff9b::169.254.169.254]/
  https://[64:ff9b:1::a00:1]/ https://[2002:7f00:1::]/ https://[2001:0:7f00:1::]/ https://[fd00::1]/ https://[fe80::1]/
  https://[fec0::1]/ https://[ff02::1]/ https://[100:0:0:1::1]/ https://localhost/ https://LOCALHOST./
  https://a.localhost/ https://printer.local/ https://printer.local./ https://db.internal/ https://metadata.google.internal/
  https://internal/ https://router.home.arpa/ https://home.arpa/ https://intranet/ https://com./ https://./
  https://a..example/ https://example.com../`.split(/\s+/)

for (const text of notPublic) {
  test(`${text} is refused as not public`, () => {
    assert.deepEqual(checkUrl(text), { reason: 'lead to a public address' })
  })
}

const refused: Record<string, RegExp> = {
  '': /complete URL/,
  'example.com/hook': /complete URL/,
  'https://': /complete URL/,
  'https://[fe80::1%25eth0]/': /complete URL/,
  'https://256.256.256.256/': /complete URL/,
  'http://example.com/': /https/,
  'http://localhost:3000/': /https/,
  'ftp://example.com/': /https/,
  'file://example.com/etc/passwd': /https/,
  'gopher://example.com/': /https/,
  'javascript:alert(1)': /complete URL/,
  'data:text/plain,hello': /complete URL/,
  'https://user@example.com/': /user name/,
  'https://user:pass@example.com/': /user name/,
  'https://:pass@example.com/': /user name/,
  'https://example.com@127.0.0.1/': /user name/,
  'https://example.com:22/': /port/,
  'https://example.com:80/': /port/,
  'https://example.com:1023/': /port/,
  'https://example.com:0/': /port/,
}

for (const [text, reason] of Object.entries(refused)) {
  test(`"${text}" is refused, and the reason names the fault`, () => {
    assert.match(checkUrl(text).reason ?? '', reason)
  })
}

test('a URL of 2,048 characters is accepted and one of 2,049 is refused', () => {
  const ofLength = (length: number) => 'https://example.com/'.padEnd(length, 'a')
  assert.ok(checkUrl(ofLength(2048)).url)
  assert.match(checkUrl(ofLength(2049)).reason ?? '', /2048/)
})

function isAccepted(text: string, allowance: UrlAllowance): boolean {
  return checkUrl(text, allowance).url !== undefined
}

test('plain http is only for loopback, and only when allowed', () => {
  const allowance = { allowLoopbackHttp: true }
  const loopback = ['localhost:3000', 'localhost', '127.0.0.1:3000', '127.9.9.9:3000', '[::1]:3000', 'a.localhost:3000']
  for (const host of loopback) assert.equal(isAccepted(`http://${host}/`, allowance), true, host)
  const others = ['10.0.0.1:3000', 'example.com', '[::ffff:127.0.0.1]:3000', 'receiver:3000', '0.0.0.0:3000']
  for (const host of others) assert.equal(isAccepted(`http://${host}/`, allowance), false, host)
  assert.equal(isAccepted('https://10.0.0.1/', allowance), false)
  assert.equal(isAccepted('http://user@localhost:3000/', allowance), false)
  assert.equal(isAccepted('http://localhost:22/', allowance), false)
})

test('allowPrivate allows private networks, but never metadata addresses', () => {
  const allowance = { allowPrivate: true }
  const inside = ['10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '[fd00::1]', 'receiver', 'hooks.internal']
  for (const host of inside) assert.equal(isAccepted(`https://${host}/`, allowance), true, host)
  const metadata = ['169.254.169.254', '168.63.129.16', '[fe80::1]', '0.0.0.0', '224.0.0.1', '[::ffff:10.0.0.1]']
  for (const host of metadata) assert.equal(isAccepted(`https://${host}/`, allowance), false, host)
  assert.equal(isAccepted('http://10.0.0.1/', allowance), false)
})
