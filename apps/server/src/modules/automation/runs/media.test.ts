import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { dropUnusedUploads } from '#server/modules/shared/files/queries.ts'
import { type Automations, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'

let world: TeamInboxWorld
let home: Automations
let picture: Buffer

beforeAll(async () => {
  world = await startTeamInboxWorld()
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#137' } })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  home = await openAutomations(world)
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.deps.database.pool.query(text, values)).rows

/** Uploads a file as the editor does. */
const uploaded = async (who: Automations, name: string, mime: string, bytes: Buffer) => {
  const boundary = 'f1l3'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`
  const answer = await world.app.inject({
    ...{ method: 'POST', url: '/api/v1/media' },
    headers: {
      ...{ ...who.headers, cookie: `XSRF-TOKEN=same; ${who.headers.cookie}`, 'x-xsrf-token': 'same' },
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  expect(answer.statusCode).toBe(201)
  const { fileId, name: fileName, kind: media } = answer.json()
  return { fileId, fileName, media }
}
const image = (who = home) => uploaded(who, 'cardapio.png', 'image/png', picture)
const sending = (settings: object) =>
  graphOf(trigger('message_received'), [
    node('wait', 'w', { span: { amount: 1, unit: 'hours' } }),
    node('send_media', 'm', settings),
  ])
const shownTo = async (phone: string) =>
  query(
    `select m.type, m.body, d.file_id as "fileId" from messages m join message_media d on d.company_id = m.company_id
      and d.message_id = m.id where m.conversation_id = $1 and m.direction = 'out'`,
    (await home.conversationOf(phone)).id,
  )

describe('a step that sends a file', () => {
  it('sends it with its words, to each contact once', async () => {
    const file = await image()
    const { id } = await home.live(sending({ ...file, caption: 'Para você, {{contact.first_name}}' }))
    const people = [await home.write('oi'), await home.write('oi')]
    await home.pass(1)
    await home.settle()
    for (const phone of people)
      expect(await shownTo(phone)).toEqual([{ type: 'image', body: 'Para você, Bia', fileId: file.fileId }])
    const [run] = await home.runs(id)
    expect((await home.run(run.id)).log.at(-1)).toMatchObject({
      ...{ state: 'done', input: { file: 'cardapio.png', media: 'image', caption: 'Para você, Bia' } },
    })
  })

  it('sends documents, and no words with a sound', async () => {
    const document = await uploaded(home, 'tabela.txt', 'text/plain', Buffer.from('a;b'))
    await home.live(sending(document))
    const phone = await home.write('oi')
    await home.pass(1)
    expect(await shownTo(phone)).toEqual([{ type: 'document', body: null, fileId: document.fileId }])
    const { id, version } = await home.create(sending({ ...document, media: 'audio', caption: 'Ouça' }))
    const { status, body } = await home.call('POST', `automations/${id}/publish`, { version })
    expect([status, body.data.findings]).toMatchObject([422, [{ code: 'invalid', path: 'nodes.1.caption' }]])
  })

  it('does what its author chose where the window is closed', async () => {
    await home.template('ready_today', 'UTILITY')
    const fallback = { name: 'ready_today', language: 'pt_BR', values: {} }
    const file = await image()
    const skipping = await home.live(sending({ ...file, closedWindow: 'skip' }))
    await home.live(sending({ ...file, closedWindow: 'template', fallback }))
    const phone = await home.write('oi')
    await query(
      `update conversations set window_expires_at = now() - interval '1 hour' where company_id = $1`,
      home.companyId,
    )
    await home.pass(1)
    const [run] = await home.runs(skipping.id)
    expect((await home.run(run.id)).log.at(-1)).toMatchObject({
      ...{ state: 'skipped', decision: { reason: 'window_closed' } },
    })
    expect([await shownTo(phone), await home.said((await home.conversationOf(phone)).id)]).toEqual([
      [],
      ['Texto de ready_today.'],
    ])
  })

  it('keeps its file, and fails where that is gone', async () => {
    const ctx = systemCtx(world.deps, 'test')
    const later = new Date(Date.now() + 86_400_000)
    const [kept, forgotten] = [await image(), await image()]
    const { id } = await home.live(sending(kept))
    await dropUnusedUploads(ctx, later)
    expect(await query('select id from files where company_id = $1 and deleted_at is null', home.companyId)).toEqual([
      { id: kept.fileId },
    ])
    expect(forgotten.fileId).not.toBe(kept.fileId)
    const phone = await home.write('oi')
    await query('update files set deleted_at = now() where id = $1', kept.fileId)
    await home.pass(1)
    expect([await shownTo(phone), await home.runs(id)]).toMatchObject([
      [],
      [{ state: 'failed', node: 'm', error: { code: 'file_missing' } }],
    ])
  })

  it('takes no file of another company, and none that is not there', async () => {
    const stranger = await openAutomations(world)
    for (const fileId of [(await image(stranger)).fileId, newId()]) {
      const { id, version } = await home.create(sending({ fileId, fileName: 'a.png', media: 'image' }))
      const { status, body } = await home.call('POST', `automations/${id}/publish`, { version })
      expect([status, body.data.findings]).toMatchObject([422, [{ code: 'not_found', path: 'nodes.1.fileId' }]])
    }
  })
})
