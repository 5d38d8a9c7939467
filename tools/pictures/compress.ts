import sharp from 'sharp'

const mostBytes = 56_000

export async function compress(png: Buffer): Promise<Buffer> {
  for (let quality = 82; ; quality -= 6) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= mostBytes) return webp
  }
}
