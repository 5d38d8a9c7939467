// Sample code reads the secret from the environment, so merchants can commit the code.

export const languages = ['Node.js', 'Python', 'PHP'] as const
export type Language = (typeof languages)[number]

export type Receiver = { fileName: string; code: string; start: string }

export function receiverIn(language: Language, url: string): Receiver {
  const path = parsePath(url)
  if (language === 'Node.js')
    return { fileName: 'receiver.mjs', code: node(path), start: 'WEBHOOK_SECRET=whsec_… node receiver.mjs' }
  if (language === 'Python')
    return { fileName: 'receiver.py', code: python(path), start: 'WEBHOOK_SECRET=whsec_… python3 receiver.py' }
  return { fileName: 'receiver.php', code: php(), start: 'WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php' }
}

function parsePath(url: string): string {
  try {
    return new URL(url).pathname
  } catch {
    return '/'
  }
}

const node = (path: string) => `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url?.split('?')[0] !== ${JSON.stringify(path)}) return response.writeHead(404).end()
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const header = String(request.headers['x-service-signature-v2'])
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  const expected = createHmac('sha256', process.env.WEBHOOK_SECRET).update(\`\${t}.\${body}\`).digest()
  const isGenuine = v1 !== undefined && timingSafeEqual(Buffer.from(v1, 'hex'), expected)
  if (!isGenuine || Math.abs(Date.now() / 1000 - Number(t)) > 300) return response.writeHead(400).end()
  const { event, data } = JSON.parse(body)
  console.log(event, data.id)
  response.end('ok')
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
`

const python = (path: string) => `import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        match = re.fullmatch(r"t=(\\d+),v1=([0-9a-f]{64})", self.headers.get("x-service-signature-v2", ""))
        if self.path.split("?")[0] != ${JSON.stringify(path)}:
            return self.answer(404)
        if not match or abs(time.time() - int(match[1])) > 300:
            return self.answer(400)
        expected = hmac.new(os.environ["WEBHOOK_SECRET"].encode(), match[1].encode() + b"." + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(match[2], expected):
            return self.answer(400)
        told = json.loads(body)
        print(told["event"], told["data"]["id"], flush=True)
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
`

const php = () => `<?php
$body = file_get_contents('php://input');
$header = $_SERVER['HTTP_X_SERVICE_SIGNATURE_V2'] ?? '';
$isGenuine = preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/D', $header, $match)
    && abs(time() - (int) $match[1]) <= 300
    && hash_equals(hash_hmac('sha256', $match[1] . '.' . $body, getenv('WEBHOOK_SECRET')), $match[2]);
if (!$isGenuine) {
    http_response_code(400);
    exit;
}
$told = json_decode($body, true);
error_log($told['event'] . ' ' . $told['data']['id']);
echo 'ok';
`
