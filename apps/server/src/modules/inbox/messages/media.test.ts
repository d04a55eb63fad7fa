import { createHash } from 'node:crypto'
import type { Message } from '@recado/contracts/inbox/messages'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { whenProcessed } from '#server/test/webhooks.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let processor: Processor
let home: Awaited<ReturnType<WhatsappWorld['company']>>
let picture: Buffer

beforeAll(async () => {
  world = await startWhatsappWorld()
  processor = startProcessor(world.deps)
  const callbackUrl = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/webhooks/whatsapp`
  await world.control.settings({ callbackUrl })
  picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await processor.stop()
  await world.close()
})
beforeEach(async () => {
  home = await world.company()
})

const get = (url: string, headers: Record<string, string> = home.headers) => world.app.inject({ url, headers })
const conversationId = async () => (await get('/api/v1/conversations')).json().data[0].id
const message = async (): Promise<Message> =>
  (await get(`/api/v1/conversations/${await conversationId()}/messages`)).json().data[0]

type Media = { mimeType: string; fileName?: string; bytes: Buffer }
/** The customer sends a file; answers its message before anything was fetched. */
const send = async (type: 'image' | 'document' | 'audio', { bytes, ...media }: Media): Promise<Message> => {
  const phoneNumberId = home.channel.phoneNumberId
  const from = `55119${Math.floor(80_000_000 + Math.random() * 9_999_999)}`
  await world.control.write({ from, type, phoneNumberId, media: { ...media, base64: bytes.toString('base64') } })
  await eventually(async () => (await get('/api/v1/conversations')).json().data.length > 0)
  await whenProcessed(world.deps)
  return message()
}
const fetchNow = async () => {
  await world.deps.database.pool.query(`update jobs set status = 'queued', run_at = now() where status = 'delayed'`)
  await world.deps.jobs.drain(world.deps)
}

describe('fetching', () => {
  it('shows the message first, then its file with size and measures', async () => {
    expect((await send('image', { mimeType: 'image/jpeg', bytes: picture })).media).toMatchObject({
      state: 'waiting',
      url: null,
    })
    await fetchNow()
    const { media } = await message()
    expect(media).toMatchObject({ state: 'stored', mime: 'image/jpeg', size: picture.length, width: 40, height: 20 })
    const file = await get(media?.url ?? '', {})
    expect(file.rawPayload.equals(picture)).toBe(true)
  })

  it('tries again after a failure, which the message tells', async () => {
    await send('image', { mimeType: 'image/jpeg', bytes: picture })
    await world.control.token(false)
    await fetchNow()
    expect((await message()).media).toMatchObject({ state: 'waiting', error: 'media_unavailable' })
    await world.control.token(true)
    await fetchNow()
    expect((await message()).media).toMatchObject({ state: 'stored', error: null })
  })

  it('gives up in the end, until a member retries it', async () => {
    const { id } = await send('image', { mimeType: 'image/jpeg', bytes: picture })
    await world.control.token(false)
    for (let i = 0; i < 9; i++) await fetchNow()
    expect((await message()).media).toMatchObject({ state: 'failed', error: 'media_unavailable' })
    await world.control.token(true)
    const url = `/api/v1/conversations/${await conversationId()}/messages/${id}/media-fetches`
    const again = await Promise.all(
      [1, 2].map(() => world.app.inject({ method: 'POST', url, headers: home.headers, payload: {} })),
    )
    expect(again.map((answer) => answer.statusCode)).toEqual([202, 202])
    await fetchNow()
    expect((await message()).media).toMatchObject({ state: 'stored' })
    const other = await createSignedIn(world.deps)
    const foreign = await world.app.inject({ method: 'POST', url, headers: other.headers, payload: {} })
    expect(foreign.statusCode).toBe(404)
  })

  it('gives up at once on a file that Meta no longer has', async () => {
    const { id } = await send('image', { mimeType: 'image/jpeg', bytes: picture })
    const { pool } = world.deps.database
    await pool.query(`update message_media set meta_media_id = '404' where message_id = $1`, [id])
    await fetchNow()
    const { rows } = await pool.query(
      `select j.status, j.attempts, m.state from jobs j join message_media m on m.message_id = (j.input->>'messageId')::uuid
        where m.message_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ status: 'failed', attempts: 1, state: 'failed' }])
  })

  it('may be asked for again before the try that gave up is written down', async () => {
    const { id } = await send('image', { mimeType: 'image/jpeg', bytes: picture })
    await world.control.token(false)
    for (let i = 0; i < 9; i++) await fetchNow()
    await world.control.token(true)
    await world.deps.database.pool.query(
      `update jobs set status = 'running', finished_at = null, lease_owner = 'another', lease_until = now() + interval '1 hour'
        where name = 'media.fetch' and input->>'messageId' = $1`,
      [id],
    )
    const url = `/api/v1/conversations/${await conversationId()}/messages/${id}/media-fetches`
    await world.app.inject({ method: 'POST', url, headers: home.headers, payload: {} })
    await fetchNow()
    expect((await message()).media).toMatchObject({ state: 'stored' })
  })
})

describe('handing out', () => {
  it('never lets a browser run what a customer sent, whatever it calls itself', async () => {
    const bytes = Buffer.from('<html><script>alert(1)</script></html>')
    await send('document', { mimeType: 'text/html', fileName: 'conta "1".html', bytes })
    await fetchNow()
    const { headers } = await get((await message()).media?.url ?? '', {})
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="conta _1_.html"/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['cache-control']).toContain('private')
  })

  it('serves parts of a file, so that players can jump', async () => {
    await send('image', { mimeType: 'image/jpeg', bytes: picture })
    await fetchNow()
    const url = (await message()).media?.url ?? ''
    const part = await get(url, { range: 'bytes=2-5' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 2-5/${picture.length}`])
    expect(part.rawPayload.equals(picture.subarray(2, 6))).toBe(true)
    expect((await get(url, { range: 'bytes=-3' })).rawPayload.equals(picture.subarray(-3))).toBe(true)
    expect((await get(url, { range: `bytes=${picture.length}-` })).statusCode).toBe(416)
    const etag = `"${createHash('sha256').update(picture).digest('hex')}"`
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
  })

  it('refuses links that were changed or have run out', async () => {
    await send('image', { mimeType: 'image/jpeg', bytes: picture })
    await fetchNow()
    const url = (await message()).media?.url ?? ''
    const forged = `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`
    expect((await get(forged, {})).statusCode).toBe(404)
    expect((await get(url.replace(/expires=\d+/, 'expires=9999999999'), {})).statusCode).toBe(404)
    const { now } = world.deps
    world.deps.now = () => new Date(now().getTime() + 2 * 3_600_000)
    try {
      expect((await get(url, {})).statusCode).toBe(404)
    } finally {
      world.deps.now = now
    }
  })
})
