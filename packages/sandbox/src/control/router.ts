import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ZodError, type z } from 'zod'
import { defaultFaults, withFaults } from '../config.ts'
import { numberFields } from '../graph/number-calls.ts'
import { announceTemplate, templateNode } from '../graph/template-calls.ts'
import { readBody, sendJson } from '../http/exchange.ts'
import { wireNumber } from '../state/ids.ts'
import { threadOf, type World } from '../state/world.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { readThread } from '../webhooks/statuses.ts'
import { ControlFault } from './control-fault.ts'
import {
  burst,
  editAsCustomer,
  numberOf,
  reactAsCustomer,
  revokeAsCustomer,
  saveCustomer,
  writeAsCustomer,
} from './customer-actions.ts'
import { addHistory, historyRequest } from './history.ts'
import * as requests from './requests.ts'
import { playSignup, refusalRequest, signupRequest } from './signup.ts'
import { viewMessage, viewThread } from './view.ts'

type Handler = (query: URLSearchParams, body: unknown) => unknown

const parsed =
  <S extends z.ZodType, R>(schema: S, run: (input: z.output<S>) => R): Handler =>
  (_query, body) =>
    run(schema.parse(body ?? {}))

const readers = (world: World, outbox: Outbox): Record<string, Handler> => ({
  'GET state': () => ({
    graphUrl: world.baseUrl,
    callbackUrl: world.callbackUrl,
    faults: world.faults,
    outbox: outbox.stats(),
    accounts: [...world.accounts.values()],
    numbers: [...world.numbers.values()].map((number) => ({
      ...numberFields(world, number),
      accountId: number.accountId,
      verificationCode: number.code,
    })),
    templates: [...world.templates.values()].map(templateNode),
    customers: world.customers.size,
    messages: world.messages.size,
  }),
  'GET customers': () => ({ data: [...world.customers.values()].slice(-2000) }),
  'GET threads': (query) => {
    const number = query.get('phoneNumberId')
    const threads = [...world.threads.values()].filter((thread) => !number || thread.phoneNumberId === number)
    threads.sort((a, b) => b.lastAt - a.lastAt)
    return { data: threads.slice(0, Number(query.get('limit') ?? 300)).map((thread) => viewThread(world, thread)) }
  },
  'GET messages': (query) => {
    const phoneNumberId = query.get('phoneNumberId')
    const waId = query.get('waId')
    const limit = Number(query.get('limit') ?? 300)
    const found = phoneNumberId && waId ? threadOf(world, phoneNumberId, waId).messages : [...world.messages.values()]
    return { data: found.slice(-limit).map((message) => viewMessage(world, message)) }
  },
  'GET log': (query) => {
    const wanted = query.getAll('id')
    const entries =
      wanted.length > 0 ? wanted.map((id): [string, number] => [id, world.received.get(id) ?? 0]) : [...world.received]
    return {
      total: world.received.size,
      repeated: [...world.received].filter(([, count]) => count > 1).map(([id]) => id),
      received: Object.fromEntries(entries),
    }
  },
  'GET mails': (query) => {
    const to = query.get('to')?.toLowerCase()
    const mails = world.mails.filter((mail) => !to || mail.to.some((address) => address.toLowerCase() === to))
    return { data: mails.toReversed() }
  },
})

const customerCalls = (world: World, outbox: Outbox): Record<string, Handler> => ({
  'POST customers': parsed(requests.customerRequest, (input) => saveCustomer(world, input)),
  'POST inbound': parsed(requests.inboundRequest, (input) => viewMessage(world, writeAsCustomer(world, outbox, input))),
  'POST burst': parsed(requests.burstRequest, (input) => {
    const wamids = burst(world, outbox, input)
    return { count: wamids.length, wamids: wamids.slice(0, 10_000) }
  }),
  'POST history': parsed(historyRequest, (input) => addHistory(world, input)),
  'POST react': parsed(requests.markRequest, (input) => ({
    wamid: reactAsCustomer(world, outbox, input)?.wamid ?? null,
  })),
  'POST edit': parsed(requests.markRequest, (input) => ({
    wamid: editAsCustomer(world, outbox, input)?.wamid ?? null,
  })),
  'POST revoke': parsed(requests.markRequest, (input) => ({
    wamid: revokeAsCustomer(world, outbox, input)?.wamid ?? null,
  })),
  'POST read': parsed(requests.threadRequest, ({ phoneNumberId, waId }) => {
    readThread(world, outbox, numberOf(world, phoneNumberId).id, waId)
    return { success: true }
  }),
})

const businessCalls = (world: World, outbox: Outbox): Record<string, Handler> => ({
  'POST webhook': parsed(requests.webhookRequest, ({ wabaId, phoneNumberId, field, value }) => {
    const number = numberOf(world, phoneNumberId)
    const metadata = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number.digits, phone_number_id: number.id },
    }
    outbox.change(
      wabaId ?? number.accountId,
      field,
      phoneNumberId === undefined ? value : { ...metadata, ...value },
      phoneNumberId ?? null,
    )
    return { success: true }
  }),
  'POST raw-webhook': parsed(requests.rawWebhookRequest, ({ wabaId, body }) => {
    outbox.sendBody(wabaId ?? numberOf(world, undefined).accountId, null, body)
    return { success: true }
  }),
  'POST template': parsed(requests.templateRequest, (input) => {
    const template = world.templates.get(input.id)
    if (!template) throw new ControlFault('There is no such template', 404)
    const wire = {
      message_template_id: wireNumber(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
    }
    if (input.quality !== undefined) {
      outbox.change(template.accountId, 'message_template_quality_update', {
        ...wire,
        previous_quality_score: template.quality,
        new_quality_score: input.quality,
      })
      template.quality = input.quality
    }
    if (input.category !== undefined) {
      outbox.change(template.accountId, 'template_category_update', {
        ...wire,
        previous_category: template.category,
        new_category: input.category,
      })
      template.category = input.category
    }
    if (input.status !== undefined) {
      template.status = input.status
      template.rejectedReason = input.reason ?? 'NONE'
      announceTemplate(world, outbox, template)
    }
    world.changed()
    return templateNode(template)
  }),
  'POST number': parsed(requests.numberRequest, (input) => {
    const number = numberOf(world, input.id)
    if (input.qualityRating !== undefined) number.qualityRating = input.qualityRating
    if (input.registered !== undefined) number.registered = input.registered
    if (input.status !== undefined) number.status = input.status
    if (input.nameStatus !== undefined) number.nameStatus = input.nameStatus
    if (input.pin !== undefined) number.pin = input.pin
    if (input.messagingLimit !== undefined) {
      const value = {
        display_phone_number: number.digits,
        event: 'THROUGHPUT_UPGRADE',
        old_limit: number.messagingLimit,
        current_limit: input.messagingLimit,
      }
      number.messagingLimit = input.messagingLimit
      outbox.change(number.accountId, 'phone_number_quality_update', value)
    }
    world.changed()
    return numberFields(world, number)
  }),
})

const settingCalls = (world: World): Record<string, Handler> => ({
  'POST account': parsed(requests.accountRequest, ({ id, verification, unpaid, subscribed }) => {
    const account = world.accounts.get(id)
    if (!account) throw new ControlFault('There is no such account', 404)
    if (verification !== undefined) account.verification = verification
    if (unpaid !== undefined) account.unpaid = unpaid
    if (subscribed !== undefined) account.subscribers = subscribed ? { [world.config.appId]: {} } : {}
    world.changed()
    return account
  }),
  'POST app': parsed(requests.appRequest, ({ fields }) => {
    world.app.fields = fields
    world.changed()
    return world.app
  }),
  'POST settings': parsed(requests.settingsRequest, ({ callbackUrl, ...faults }) => {
    if (callbackUrl !== undefined) world.callbackUrl = callbackUrl
    world.faults = withFaults(world.faults, faults)
    return { callbackUrl: world.callbackUrl, faults: world.faults }
  }),
  'DELETE settings': () => {
    world.faults = withFaults(defaultFaults, world.config.faults)
    return { faults: world.faults }
  },
  'POST token': parsed(requests.tokenRequest, ({ token, valid, expiresAt }) => {
    const text = token ?? world.config.accessToken
    const wabaIds = world.tokens.get(text)?.wabaIds ?? null
    world.tokens.set(text, { valid, wabaIds, ...(expiresAt === undefined ? {} : { expiresAt }) })
    world.changed()
    return { success: true }
  }),
  'POST code': parsed(requests.codeRequest, ({ wabaIds }) => {
    const code = `SBX${randomUUID()}`
    world.codes.set(code, { expiresAt: Date.now() + 30_000, wabaIds })
    return { code }
  }),
  'POST signup': parsed(signupRequest, (input) => playSignup(world, input)),
  'POST refusals': parsed(refusalRequest, (refusal) => {
    world.refusals.push(refusal)
    return { success: true }
  }),
  'DELETE refusals': () => {
    world.refusals = []
    return { success: true }
  },
  'GET number-syncs': (query) => ({ data: numberOf(world, query.get('id') ?? undefined).syncs ?? [] }),
  'DELETE log': () => {
    world.received.clear()
    return { success: true }
  },
  'DELETE mails': () => {
    world.mails.length = 0
    world.changed()
    return { success: true }
  },
  'DELETE messages': () => {
    world.messages.clear()
    world.ring = { slots: [], next: 0 }
    world.threads.clear()
    world.changed()
    return { success: true }
  },
})

/** Only JSON by its type: a page of another site cannot send that without being asked first, and is never answered. */
const jsonOf = (raw: Buffer, type: string | undefined): unknown => {
  if (raw.length === 0) return undefined
  if (!type?.startsWith('application/json')) throw new ControlFault('The body must be application/json', 415)
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw new ControlFault('The body is no JSON')
  }
}

/** The control API under `/sandbox/`, for the pages, tests and benches. Not a part of Meta's protocol. */
export const createControlRouter = (world: World, outbox: Outbox) => {
  const handlers = {
    ...readers(world, outbox),
    ...customerCalls(world, outbox),
    ...businessCalls(world, outbox),
    ...settingCalls(world),
  }
  const find = new Map(Object.entries(handlers))

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const name = url.pathname.replace(/^\/sandbox\//, '').replace(/\/+$/, '')
    if (name === 'events') {
      world.live.add(response)
      return
    }
    const media = /^media\/([^/]+)$/.exec(name)?.[1]
    if (media !== undefined) {
      const bytes = world.media.read(media)
      if (!bytes) return sendJson(response, 404, { error: 'There is no such file' })
      const type = world.media.find(media)?.mimeType ?? 'application/octet-stream'
      response.writeHead(200, {
        'content-type': type,
        'content-length': bytes.length,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      })
      response.end(bytes)
      return
    }
    const handler = find.get(`${request.method} ${name}`)
    if (!handler) return sendJson(response, 404, { error: 'There is no such call' })
    try {
      const body =
        request.method === 'GET' ? undefined : jsonOf(await readBody(request), request.headers['content-type'])
      sendJson(response, 200, handler(url.searchParams, body))
    } catch (error) {
      if (error instanceof ControlFault) sendJson(response, error.status, { error: error.message })
      else if (error instanceof ZodError) sendJson(response, 422, { error: error.message })
      else throw error
    }
  }
}
