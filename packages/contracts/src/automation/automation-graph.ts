import { z } from 'zod'
import { captionLimit, templateSend, textLimit } from '../inbox/messages.ts'
import { filterTree } from '../shared/filter.ts'
import { id } from '../shared.ts'
import { interactiveLimits, interactiveMessage } from '../whatsapp/interactive.ts'
import { mediaKinds } from '../whatsapp/media-rules.ts'
import { automationTrigger, contactEvent } from './automation-events.ts'
import { waitSpan } from './wait-spans.ts'

// The graph of an automation, as it is drawn and as it runs. Its shape is checked here; a draft may be incomplete, and
// what keeps it from being published, `checkGraph` says.

export const automationLimits = {
  /** Steps of a graph. */
  nodes: 100,
  /** Steps that one run does. */
  steps: 500,
  /** Days that a run lasts, and that a step waits. */
  days: 90,
  /** Things that a loop goes through. */
  items: 100,
  /** Loops within loops. */
  loops: 2,
  cases: 10,
  parts: 5,
  variables: 50,
  /** Calls of other systems by one run. */
  requests: 10,
  /** Tries of one call. */
  tries: 3,
  /** Starts of one automation for one contact within an hour. */
  startsPerHour: 10,
  /** Characters of a value that a run keeps. */
  value: 4000,
  /** Automations that start one another, one after the other. */
  depth: 5,
} as const

/** Made by whoever draws the step, and kept for good: what a run has done is known by it. */
export const nodeId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)
/** From where the first step is reached. No step has this id. */
export const triggerNode = 'trigger'

export const variableName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
const draftVariable = z.union([variableName, z.literal('')])

/** A text in which `{{contact.first_name|fallback}}`, `{{event.order_number}}` and `{{vars.name}}` are filled in. */
const text = (max: number) => z.string().max(max)

/** What is done when a step fails: the run ends, goes on, or takes the way `error`. */
export const errorWays = ['stop', 'continue', 'branch'] as const

/** `name`: what its author calls it; empty for the usual name. */
const base = { id: nodeId, name: z.string().trim().max(80) }
const acting = { ...base, onError: z.enum(errorWays) }

/** What is done instead when the window is closed and only templates can be sent. */
export const closedWindowWays = ['skip', 'template', 'fail'] as const

const template = templateSend.nullable()
/** The number that sends; null for the one of the run's conversation. */
const channelId = id.nullable()
const closedWindow = { channelId, closedWindow: z.enum(closedWindowWays), fallback: template }

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Until when a run waits. Times are those of the company. */
export const waitMoment = z.discriminatedUnion('type', [
  /** The next time the clock says so, on these days of the week (1 is Monday); none for any. */
  z.object({ type: z.literal('clock'), time: clock, weekdays: z.array(z.number().int().min(1).max(7)).max(7) }),
  z.object({ type: z.literal('date'), at: z.iso.datetime({ offset: true }).nullable() }),
  /**
   * A date that is known of the contact (`contact.birthday`, `contact.attributes.<key>`), the event or a variable, so many
   * days later; at that time, or without one at the time that it has.
   */
  z.object({
    type: z.literal('field'),
    field: z.string().max(100),
    days: z.number().int().min(-365).max(365),
    time: clock.nullable(),
  }),
  /** When these business hours have begun; null for those of the number. At once within them. */
  z.object({ type: z.literal('business_hours'), businessHoursId: id.nullable() }),
])

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Fields of a contact that a step can set, besides `attributes.<key>`. */
export const settableFields = ['name', 'email', 'city', 'state', 'organization', 'job_title', 'lifecycle'] as const

export const automationNode = z.discriminatedUnion('kind', [
  z.object({ ...acting, ...closedWindow, kind: z.literal('send_text'), text: text(textLimit) }),
  z.object({ ...acting, kind: z.literal('send_template'), channelId, template }),
  /** A file that was stored by `uploadMedia`, with words where its kind takes them. */
  z.object({
    ...acting,
    ...closedWindow,
    kind: z.literal('send_media'),
    fileId: id.nullable(),
    /** What it is called and what WhatsApp shows it as, as the upload answered. */
    fileName: text(200),
    media: z.enum(mediaKinds).nullable(),
    caption: text(captionLimit),
  }),
  /** Buttons and lists; what is tapped comes as a message. */
  z.object({ ...acting, ...closedWindow, kind: z.literal('send_interactive'), message: interactiveMessage.nullable() }),
  /**
   * Asks whether marketing is wanted, by two buttons; where only templates can be sent, by the first two quick replies of
   * one. Whoever has said it before is not asked again.
   */
  z.object({
    ...acting,
    ...closedWindow,
    kind: z.literal('ask_consent'),
    text: text(interactiveLimits.body),
    yes: text(interactiveLimits.buttonTitle),
    no: text(interactiveLimits.buttonTitle),
    timeout: waitSpan,
  }),
  /** To a member, to a team or to nobody. */
  z.object({
    ...acting,
    kind: z.literal('assign'),
    to: z.enum(['member', 'team', 'nobody']),
    memberId: id.nullable(),
    teamId: id.nullable(),
  }),
  z.object({
    ...acting,
    kind: z.literal('label'),
    add: z.array(id).max(20),
    remove: z.array(id).max(20),
  }),
  z.object({ ...acting, kind: z.literal('snooze'), span: waitSpan }),
  z.object({ ...acting, kind: z.literal('resolve'), survey: z.boolean() }),
  z.object({ ...acting, kind: z.literal('note'), text: text(10_000) }),
  z.object({
    ...acting,
    kind: z.literal('update_contact'),
    fields: z.array(z.object({ field: z.string().max(100), value: text(1000) })).max(20),
  }),
  z.object({ ...acting, kind: z.literal('tag'), add: z.array(id).max(20), remove: z.array(id).max(20) }),
  z.object({ ...acting, kind: z.literal('list'), listId: id.nullable(), how: z.enum(['add', 'remove']) }),
  z.object({
    ...acting,
    kind: z.literal('http_request'),
    method: z.enum(httpMethods),
    url: text(2000),
    headers: z
      .array(
        z.object({
          name: z.string().trim().max(100),
          /** Null for a secret that is there already: it stays as it is, and is never shown again. */
          value: text(2000).nullable(),
          secret: z.boolean(),
        }),
      )
      .max(20),
    /** JSON; empty for none. */
    body: text(20_000),
    /** What is kept of the answer, each by a JSONPath (RFC 9535). */
    save: z.array(z.object({ variable: draftVariable, path: z.string().trim().max(300) })).max(20),
    timeoutSeconds: z.number().int().min(1).max(30),
  }),
  /** Tells the company's endpoints of an event of its own (`automation.event`). */
  z.object({
    ...acting,
    kind: z.literal('webhook'),
    /** How receivers know which event it is. */
    event: z.string().trim().max(80),
    fields: z.array(z.object({ key: z.string().trim().max(80), value: text(2000) })).max(50),
  }),
  z.object({
    ...acting,
    kind: z.literal('notify'),
    memberIds: z.array(id).max(20),
    /** Whoever the conversation is assigned to as well. */
    assignee: z.boolean(),
    title: text(120),
    text: text(1000),
    email: z.boolean(),
  }),
  z.object({ ...acting, kind: z.literal('set_variable'), variable: draftVariable, value: text(2000) }),
  z.object({ ...acting, kind: z.literal('start_automation'), automationId: id.nullable() }),
  /** Ends other runs of this contact: of these automations, or of all others. */
  z.object({ ...acting, kind: z.literal('stop_runs'), automationIds: z.array(id).max(50) }),
  z.object({ ...base, kind: z.literal('wait'), span: waitSpan }),
  z.object({ ...acting, kind: z.literal('wait_until'), until: waitMoment }),
  z.object({ ...base, kind: z.literal('wait_event'), event: contactEvent, timeout: waitSpan }),
  z.object({ ...base, kind: z.literal('branch'), filter: filterTree }),
  z.object({
    ...base,
    kind: z.literal('switch'),
    cases: z
      .array(z.object({ id: nodeId, name: z.string().trim().max(80), filter: filterTree }))
      .max(automationLimits.cases),
  }),
  z.object({
    ...base,
    kind: z.literal('split'),
    parts: z
      .array(z.object({ id: nodeId, name: z.string().trim().max(80), percent: z.number().int().min(0).max(100) }))
      .max(automationLimits.parts),
  }),
  /** Goes through a list of the event or of a variable, each thing as the variable `as`. */
  z.object({ ...acting, kind: z.literal('loop'), over: z.string().max(100), as: draftVariable }),
  z.object({ ...base, kind: z.literal('end') }),
])
export type AutomationNode = z.output<typeof automationNode>
export type NodeKind = AutomationNode['kind']
export type NodeOf<K extends NodeKind> = Extract<AutomationNode, { kind: K }>

export const nodeKinds = [
  'send_text',
  'send_template',
  'send_media',
  'send_interactive',
  'ask_consent',
  'assign',
  'label',
  'snooze',
  'resolve',
  'note',
  'update_contact',
  'tag',
  'list',
  'http_request',
  'webhook',
  'notify',
  'set_variable',
  'start_automation',
  'stop_runs',
  'wait',
  'wait_until',
  'wait_event',
  'branch',
  'switch',
  'split',
  'loop',
  'end',
] as const satisfies readonly NodeKind[]

/** From a way out of a step, or from the trigger by `next`, to the step that follows. */
export const automationEdge = z.object({
  from: nodeId,
  outlet: z.string().max(60),
  to: nodeId,
})
export type AutomationEdge = z.output<typeof automationEdge>

/** What becomes of a start while a run of the contact goes on: it is left out, replaces it, waits for it, or runs beside. */
export const concurrencies = ['one', 'replace', 'queue', 'parallel'] as const
export const reentries = ['always', 'never', 'after'] as const

export const automationRules = z.object({
  concurrency: z.enum(concurrencies),
  /** Whether a contact that was in it may enter again, and after how many days. */
  reentry: z.enum(reentries),
  reentryDays: z.number().int().min(1).max(365),
})

export const automationGraph = z.object({
  trigger: automationTrigger.nullable(),
  /** Who enters: conditions on the contact, the event and the conversation. Empty for everybody. */
  conditions: filterTree,
  nodes: z.array(automationNode).max(automationLimits.nodes),
  edges: z.array(automationEdge).max(automationLimits.nodes * 4),
  /** Ends a run as soon as it happens. */
  goal: contactEvent.nullable(),
  rules: automationRules,
})
export type AutomationGraph = z.output<typeof automationGraph>
export type AutomationGraphInput = z.input<typeof automationGraph>

export const emptyGraph: AutomationGraph = {
  trigger: null,
  conditions: { value: 'AND', children: [] },
  nodes: [],
  edges: [],
  goal: null,
  rules: { concurrency: 'one', reentry: 'always', reentryDays: 30 },
}

/**
 * Ways out of a step, in the order in which they are drawn. One that leads nowhere ends the run, or the round of the loop
 * that it is in. Those of a switch are `case:<id>` and `else`, those of a split `part:<id>`.
 */
export const outletsOf = (node: AutomationNode): string[] => {
  const failing = 'onError' in node && node.onError === 'branch' ? ['error'] : []
  switch (node.kind) {
    case 'branch':
      return ['yes', 'no']
    case 'switch':
      return [...node.cases.map((one) => `case:${one.id}`), 'else']
    case 'split':
      return node.parts.map((part) => `part:${part.id}`)
    case 'wait_event':
      return ['event', 'timeout']
    case 'ask_consent':
      return ['yes', 'no', 'timeout', ...failing]
    case 'loop':
      return ['each', 'done', ...failing]
    case 'end':
      return []
    default:
      return ['next', ...failing]
  }
}

/** The way out that a run takes past a step that was left out. */
export const outletPast = ({ kind }: Pick<AutomationNode, 'kind'>): string => {
  if (kind === 'loop') return 'done'
  return kind === 'ask_consent' ? 'timeout' : 'next'
}

/** The step that a way out leads to. */
export const followingNode = (graph: Pick<AutomationGraph, 'edges'>, from: string, outlet: string): string | null =>
  graph.edges.find((edge) => edge.from === from && edge.outlet === outlet)?.to ?? null
