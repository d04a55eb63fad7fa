import { createHash } from 'node:crypto'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { ana, appSecret, eventually, openWorld, phoneNumberId, token, wabaId } from '../test/world.ts'

const multipart = (fields: Record<string, string>, file: { type: string; bytes: string }) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: ${file.type}\r\n\r\n${file.bytes}\r\n--b--\r\n`
}
const form = { 'content-type': 'multipart/form-data; boundary=b' }

describe('media', () => {
  it('goes up, has an address that needs the token, and comes down unchanged', async () => {
    const world = await openWorld()
    const upload = multipart(
      { messaging_product: 'whatsapp', type: 'image/png' },
      { type: 'image/png', bytes: 'png\r\nbytes--' },
    )
    const { json } = await world.call('POST', `/v25.0/${phoneNumberId}/media`, upload, form)
    const media = (await world.call('GET', `/v25.0/${json.id}`)).json
    const sha256 = createHash('sha256').update('png\r\nbytes--').digest('hex')
    expect(media).toMatchObject({ mime_type: 'image/png', sha256, file_size: 12 })
    const url = String(media.url)
    const download = await request(url, { headers: { authorization: `bearer ${token}` } })
    expect([download.statusCode, await download.body.text()]).toEqual([200, 'png\r\nbytes--'])
    expect((await request(url)).statusCode).toBe(401)
    await world.call('DELETE', `/v25.0/${json.id}`)
    expect((await world.call('GET', `/v25.0/${json.id}`)).json.error?.code).toBe(100)
    expect((await request(url, { headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(404)
  })

  it('refuses types and sizes that Meta refuses', async () => {
    const world = await openWorld()
    const up = async (type: string, bytes: string) =>
      (
        await world.call(
          'POST',
          `/${phoneNumberId}/media`,
          multipart({ messaging_product: 'whatsapp' }, { type, bytes }),
          form,
        )
      ).json.error?.code
    expect(await up('audio/webm', 'x')).toBe(100)
    expect(await up('application/octet-stream', 'x')).toBe(100)
    expect(await up('application/pdf', 'x')).toBeUndefined()
    expect(await up('image/webp', 'x'.repeat(600 * 1024))).toBe(131053)
  })

  it('takes resumable uploads in parts', async () => {
    const world = await openWorld()
    const opened = await world.call(
      'POST',
      '/v25.0/900100200300400/uploads?file_name=a.png&file_length=6&file_type=image/png',
    )
    const send = (bytes: string, offset: number) =>
      world.call('POST', `/v25.0/${opened.json.id}`, bytes, {
        authorization: `OAuth ${token}`,
        file_offset: String(offset),
        'content-type': 'application/octet-stream',
      })
    expect((await send('abc', 0)).json).toMatchObject({ file_offset: 3 })
    expect((await world.call('GET', `/v25.0/${opened.json.id}`)).json).toMatchObject({ file_offset: 3 })
    expect((await send('xyz', 0)).json.error?.code).toBe(100)
    const done = await send('def', 3)
    expect(done.json.h).toMatch(/^4::/)
    const profile = { messaging_product: 'whatsapp', about: 'Aberto', profile_picture_handle: done.json.h }
    expect((await world.call('POST', `/${phoneNumberId}/whatsapp_business_profile`, profile)).json).toEqual({
      success: true,
    })
    expect(
      (await world.call('GET', `/${phoneNumberId}/whatsapp_business_profile?fields=about,profile_picture_url`)).json,
    ).toMatchObject({
      data: [{ about: 'Aberto', profile_picture_url: expect.stringContaining('http') }],
    })
  })
})

describe('numbers and accounts', () => {
  it('lists and shows numbers with the fields that were asked for', async () => {
    const world = await openWorld()
    expect((await world.call('GET', `/${wabaId}/phone_numbers?fields=id,verified_name`)).json.data).toEqual([
      { id: phoneNumberId, verified_name: 'Aurora' },
    ])
    expect((await world.call('GET', `/${phoneNumberId}?fields=health_status,quality_rating`)).json).toMatchObject({
      quality_rating: 'GREEN',
      health_status: { can_send_message: 'AVAILABLE' },
    })
    expect((await world.call('GET', '/999999999999999')).json.error?.code).toBe(100)
  })

  it('asks a new number for its code and its pin before it may send', async () => {
    const world = await openWorld({ faults: { windowCheck: false } })
    const { id } = (
      await world.call('POST', `/${wabaId}/phone_numbers`, {
        cc: '55',
        phone_number: '11 4002-0000',
        verified_name: 'Loja',
      })
    ).json
    const register = (pin: string) => world.call('POST', `/${id}/register`, { messaging_product: 'whatsapp', pin })
    const text = { messaging_product: 'whatsapp', to: ana, type: 'text', text: { body: 'oi' } }
    expect((await world.call('POST', `/${id}/messages`, text)).json.error?.code).toBe(133010)
    expect((await register('123456')).json.error?.code).toBe(133006)
    await world.call('POST', `/${id}/request_code`, { code_method: 'SMS', language: 'pt_BR' })
    const numbers = (await world.client.state()).numbers as { id: string; verificationCode: string }[]
    await world.call('POST', `/${id}/verify_code`, {
      code: numbers.find((number) => number.id === id)?.verificationCode,
    })
    expect((await register('12')).json.error?.code).toBe(100)
    expect((await register('123456')).json).toEqual({ success: true })
    expect((await register('654321')).json.error?.code).toBe(133005)
    expect((await world.call('POST', `/${id}/messages`, text)).status).toBe(200)
    await world.call('POST', `/${id}/deregister`)
    expect((await world.call('POST', `/${id}/messages`, text)).json.error?.code).toBe(133010)
  })

  it('blocks users who wrote lately, and says who could not be blocked', async () => {
    const world = await openWorld()
    await world.client.write({ from: ana, text: 'oi' })
    const block = { messaging_product: 'whatsapp', block_users: [{ user: ana }, { user: '5511911112222' }] }
    expect((await world.call('POST', `/${phoneNumberId}/block_users`, block)).json).toMatchObject({
      block_users: { added_users: [{ wa_id: ana }], failed_users: [{ input: '5511911112222' }] },
    })
    await expect(world.client.write({ from: ana, text: 'still there?' })).rejects.toThrow(/blocked/)
    const threadOf = async () => (await world.client.threads()).find(({ waId }) => waId === ana)
    expect(await threadOf()).toMatchObject({ blockedByBusiness: true })
    await world.call('DELETE', `/${phoneNumberId}/block_users`, block)
    expect((await world.client.write({ from: ana, text: 'back' })).wamid).toMatch(/^wamid/)
  })

  it('exchanges a code once for a token that opens only its accounts', async () => {
    const world = await openWorld()
    const { code } = await world.client.code([wabaId])
    const path = `/oauth/access_token?client_id=900100200300400&client_secret=${appSecret}&code=${code}`
    const { json } = await world.call('GET', path)
    const authorization = `Bearer ${json.access_token}`
    const debug = await world.call('GET', `/debug_token?input_token=${json.access_token}`)
    expect(debug.json.data).toMatchObject({
      is_valid: true,
      granular_scopes: [{ target_ids: [wabaId] }, { target_ids: [wabaId] }],
    })
    expect((await world.call('GET', `/${wabaId}`, undefined, { authorization })).status).toBe(200)
    expect((await world.call('GET', path)).json.error?.code).toBe(100)
    const foreign = (await world.client.code(['209'])).code
    const other = await world.call('GET', path.replace(code, foreign))
    expect(
      (await world.call('GET', `/${wabaId}`, undefined, { authorization: `Bearer ${other.json.access_token}` })).json
        .error?.code,
    ).toBe(200)
    expect((await world.call('GET', '/debug_token?input_token=nope')).json.data).toMatchObject({ is_valid: false })
  })
})

describe('templates', () => {
  it('carry their ids as numbers with all digits, which can be more than a number holds', async () => {
    const id = '98765432109876543'
    const template = { id, name: 'long_id', language: 'en', category: 'UTILITY' as const, components: [] }
    const world = await openWorld({
      accounts: [
        {
          id: wabaId,
          subscribed: true,
          phoneNumbers: [{ id: phoneNumberId, displayPhoneNumber: '+551140028922' }],
          templates: [template],
        },
      ],
    })
    await world.client.template({ id, status: 'PAUSED' })
    await eventually(() => expect(world.callback.deliveries).toHaveLength(1))
    expect(world.callback.deliveries[0]?.bytes.toString()).toContain(`"message_template_id":${id},`)
  })

  const template = (name: string, text = 'Oi {{1}}, seu pedido chegou hoje cedo.') => ({
    name,
    language: 'pt_BR',
    category: 'UTILITY',
    components: [{ type: 'BODY', text, example: { body_text: [['Ana']] } }],
  })

  it('are reviewed, announced, listed by pages and deleted', async () => {
    const world = await openWorld()
    const made = await world.call('POST', `/${wabaId}/message_templates`, template('welcome'))
    expect(made.json).toMatchObject({ status: 'PENDING', category: 'UTILITY' })
    await world.call('POST', `/${wabaId}/message_templates`, template('to_reject'))
    const events = () => world.callback.changes().map(({ value }) => `${value.message_template_name} ${value.event}`)
    await eventually(() => expect(events()).toEqual(['welcome APPROVED', 'to_reject REJECTED']))
    const names: unknown[] = []
    let path: string | null = `/${wabaId}/message_templates?limit=2&fields=name,status`
    while (path) {
      const { json } = await world.call('GET', path)
      names.push(...(json.data as { name: string }[]).map(({ name }) => name))
      const next: string | undefined = (json.paging as { next?: string }).next
      path = next ? next.replace(world.sandbox.graphUrl, '') : null
    }
    expect(names).toEqual(['order_ready', 'welcome', 'to_reject'])
    expect((await world.call('DELETE', `/${wabaId}/message_templates?name=welcome`)).json).toEqual({ success: true })
    expect((await world.call('GET', `/${made.json.id}`)).json.error?.code).toBe(100)
  })

  it.each([
    ['a name that is taken', template('order_ready'), 2388024],
    ['a variable at the end', template('a', 'Seu pedido é {{1}}'), 2388299],
    ['too many variables', template('b', 'Oi {{1}} e {{2}} e {{3}} oi'), 2388293],
    ['a long body', template('c', 'x'.repeat(1025)), 2388040],
    ['a wrong name', template('Not Allowed'), 2388039],
  ])('refuse %s', async (_name, input, subcode) => {
    const world = await openWorld()
    const { json } = await world.call('POST', `/${wabaId}/message_templates`, input)
    expect(json.error).toMatchObject({ code: 100, error_subcode: subcode, error_user_msg: expect.any(String) })
  })
})
