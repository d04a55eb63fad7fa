import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Adapter, ChatMessage } from '../provider.ts'
import { failureOf } from '../test/failures.ts'
import { now, plainPorts, startStandIn } from '../test/stand-in.ts'
import { discord } from './discord/send.ts'
import { grafanaOnCall } from './grafana-on-call/send.ts'
import { mattermost } from './mattermost/send.ts'
import { msteams } from './msteams/send.ts'
import { ryver } from './ryver/send.ts'
import { slack } from './slack/send.ts'
import { zulip } from './zulip/send.ts'

let vendor: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  vendor = await startStandIn()
})
beforeEach(() => vendor.reset())
afterAll(() => vendor.close())

const id = '66aa00000000000000000003'
const content = 'Build 7 is green'
const send = (adapter: Adapter<ChatMessage>, more: Partial<ChatMessage> = {}, credentials = {}) =>
  adapter.send(
    credentials,
    { channel: 'chat', id, content, webhookUrl: `${vendor.url}/hook/abc?thread_id=9`, ...more },
    plainPorts,
  )
const date = now.toISOString()

const all = { slack, discord, grafanaOnCall, mattermost, msteams, ryver, zulip }

describe.each(Object.entries(all))('%s', (_name, adapter) => {
  it('posts JSON to the address of the subscriber', async () => {
    await send(adapter)
    const [call] = vendor.calls
    expect([call?.method, call?.headers['content-type']]).toEqual(['POST', 'application/json'])
    expect(call?.url).toMatch(/^\/hook\/abc\?thread_id=9/)
    expect(JSON.stringify(call?.json)).toContain(content)
  })

  it('tells a no, an absence and a silence apart', async () => {
    vendor.reply({ status: 404, body: 'gone' }, 'silence', { status: 502 })
    expect(await failureOf(send(adapter))).toMatchObject({ kind: 'refused', raw: 'gone' })
    expect(await failureOf(send(adapter))).toMatchObject({ kind: 'unknown' })
    expect(await failureOf(send(adapter))).toMatchObject({ kind: 'unknown' })
    const away = send(adapter, { webhookUrl: 'http://127.0.0.1:9/hook' })
    expect(await failureOf(away)).toMatchObject({ kind: 'unreachable' })
  })

  it('needs an address', async () => {
    const nowhere = adapter.send({}, { channel: 'chat', id, content }, plainPorts)
    expect(await failureOf(nowhere)).toMatchObject({ kind: 'refused' })
  })
})

describe('what each of them says', () => {
  const bodyOf = () => vendor.calls[0]?.json

  it('slack: text and blocks; the error is a word', async () => {
    vendor.reply({ body: 'ok', headers: { 'x-slack-req-id': 's-1' } }, { status: 400, body: 'invalid_payload' })
    const blocks = [{ type: 'divider' }]
    expect(await send(slack, { blocks, customData: { unfurl_links: false } })).toEqual({ id: 's-1', date })
    expect(bodyOf()).toEqual({ text: content, blocks, unfurl_links: false })
    expect(await failureOf(send(slack))).toMatchObject({ code: 'invalid_payload' })
  })

  it('discord: content, and waits for the id', async () => {
    const made = { id: '1300000000000000001', timestamp: '2026-11-20T12:00:00.000000+00:00' }
    const slow = { message: 'You are being rate limited.', retry_after: 0.4 }
    vendor.reply({ body: made }, { status: 429, body: slow })
    expect(await send(discord)).toEqual({ id: made.id, date: '2026-11-20T12:00:00.000Z' })
    expect(vendor.calls[0]?.url).toBe('/hook/abc?thread_id=9&wait=true')
    expect(bodyOf()).toEqual({ content })
    expect(await failureOf(send(discord))).toMatchObject({ message: slow.message, retryAfterSeconds: 1 })
  })

  it('msteams: an adaptive card, or the JSON that the content is', async () => {
    vendor.reply({ status: 202, body: '', headers: { 'x-ms-workflow-run-id': 'run-1' } })
    expect(await send(msteams)).toEqual({ id: 'run-1', date })
    expect(bodyOf()).toMatchObject({
      type: 'message',
      attachments: [{ content: { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: content, wrap: true }] } }],
    })
    await send(msteams, { content: '{"type":"message","text":"own"}' })
    expect(vendor.calls[1]?.json).toEqual({ type: 'message', text: 'own' })
    vendor.reply({ status: 400, body: { error: { code: 'InvalidBody', message: 'no card' } } })
    expect(await failureOf(send(msteams))).toMatchObject({ code: 'InvalidBody', message: 'no card' })
  })

  it('mattermost: text and channel', async () => {
    vendor.reply({ body: 'ok', headers: { 'x-request-id': 'm-1', date: 'Fri, 20 Nov 2026 12:00:00 GMT' } })
    expect(await send(mattermost, { chatChannel: 'town-square' })).toEqual({
      id: 'm-1',
      date: '2026-11-20T12:00:00.000Z',
    })
    expect(bodyOf()).toEqual({ text: content, channel: 'town-square' })
  })

  it('ryver: body', async () => {
    expect(await send(ryver)).toEqual({ date })
    expect(bodyOf()).toEqual({ body: content })
  })

  it('zulip: text; a failure may come with status 200', async () => {
    vendor.reply({ body: { ok: true } }, { body: { result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' } })
    expect(await send(zulip)).toEqual({ date })
    expect(bodyOf()).toEqual({ text: content })
    expect(await failureOf(send(zulip))).toMatchObject({ message: 'Invalid API key', code: 'INVALID_API_KEY' })
  })

  it('grafana: the facts of the alert', async () => {
    const facts = { alertUid: 'a-1', title: 'Alert', imageUrl: 'https://x.example/i.png', state: 'alerting' }
    await send(grafanaOnCall, {}, { ...facts, externalLink: 'https://x.example/1' })
    expect(bodyOf()).toEqual({
      alert_uid: 'a-1',
      title: 'Alert',
      image_url: 'https://x.example/i.png',
      state: 'alerting',
      link_to_upstream_details: 'https://x.example/1',
      message: content,
    })
  })
})
