import type { IncomingMessage, ServerResponse } from 'node:http'
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common'
import { EvidentService } from '../evident.service.ts'

const longestBytes = 1_000_000
const bodies = new WeakMap<object, Buffer>()

/** Preserves the raw bytes, because the signature covers them. Runs before Vendure's body parser. */
export function keepRawBody(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= longestBytes) chunks.push(chunk)
  })
  req.once('error', next)
  req.once('end', () => {
    if (bytes > longestBytes) {
      res.statusCode = 413
      res.end()
      return
    }
    bodies.set(req, Buffer.concat(chunks))
    next()
  })
}

@Controller('hooks/evident')
export class HookController {
  constructor(@Inject(EvidentService) private readonly evident: EvidentService) {}

  @Post()
  @HttpCode(200)
  async receive(@Req() req: IncomingMessage, @Res({ passthrough: true }) res: ServerResponse) {
    const body = bodies.get(req)
    if (body && (await this.evident.takeMessage(req.headers, body))) return { received: true }
    // Returns refusals instead of throwing them. Vendure logs what is thrown, so strangers could fill the log.
    res.statusCode = 401
    return { message: 'The signature does not match this body, or it is too old.' }
  }
}
