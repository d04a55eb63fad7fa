import { z } from 'zod'
import { refusePattern } from '../contacts/attribute-pattern.ts'
import { checkFilter } from '../contacts/check-filter.ts'
import type { ContactField, KnownReferences } from '../contacts/contact-fields.ts'
import { conditionsOf, type FilterGroup } from '../shared/filter.ts'
import { takesCaption } from '../whatsapp/media-rules.ts'
import {
  type AutomationTrigger,
  type ContactEventMatch,
  mayHaveConversation,
  type TriggerKind,
} from './automation-events.ts'
import { findRunField, isRunField } from './automation-fields.ts'
import {
  type AutomationGraph,
  type AutomationNode,
  automationLimits,
  type NodeKind,
  type NodeOf,
  outletsOf,
  settableFields,
  triggerNode,
} from './automation-graph.ts'
import { unknownPlaceholders } from './automation-texts.ts'
import { spanMinutes, type WaitSpan } from './wait-spans.ts'

// What keeps a draft from being published, and what its author should look at.

export const graphFindingCodes = [
  'trigger_missing',
  'no_steps',
  'id_repeated',
  'edge_unknown',
  'edge_repeated',
  'cycle',
  'unreachable',
  'loop_left',
  'loops_too_deep',
  'required',
  'invalid',
  'placeholder_unknown',
  'field_unknown',
  'condition_invalid',
  'not_found',
  'too_long',
  'channel_required',
  'conversation_required',
  'contact_required',
  'percent_sum',
  'pattern',
  'url',
  'template_missing',
  'starts_itself',
] as const
export type GraphFindingCode = (typeof graphFindingCodes)[number]

export const graphFinding = z.object({
  /** Findings of level `error` keep it from being published. */
  level: z.enum(['error', 'warning']),
  code: z.enum(graphFindingCodes),
  /** The step that it is about, or `trigger`; null for the whole. */
  node: z.string().nullable(),
  /** Where in the graph, such as `nodes.2.text` or `trigger.words.0`. */
  path: z.string(),
  /** A text for developers. */
  message: z.string(),
})
export type GraphFinding = z.infer<typeof graphFinding>

/** What is known of the company; without it nothing is said of what would need it. */
export type GraphKnowledge = {
  contactFields?: readonly ContactField[]
  references?: KnownReferences
  /** The automation itself. */
  automationId?: string
}

type Problem = { code: GraphFindingCode; path: string; message: string; level?: GraphFinding['level'] }
type Scope = { trigger: TriggerKind | null; known: GraphKnowledge; hasContact: boolean; hasConversation: boolean }

const found = (code: GraphFindingCode, path: string, message: string): Problem[] => [{ code, path, message }]
const required = (path: string, isThere: boolean): Problem[] =>
  isThere ? [] : found('required', path, 'This is required')

/** Whether runs have a contact, and whether they have a conversation. A member starts some from a contact alone. */
const scopeOf = (trigger: AutomationTrigger | null, known: GraphKnowledge): Scope => ({
  trigger: trigger?.kind ?? null,
  known,
  hasContact: trigger === null || trigger.kind !== 'schedule' || trigger.perContact,
  hasConversation: mayHaveConversation(trigger?.kind ?? null),
})

const noContact = (path: string) => found('contact_required', path, 'Runs of this automation have no contact')

const checkPlaceholders = (path: string, text: string): Problem[] =>
  unknownPlaceholders(text).flatMap((name) => found('placeholder_unknown', path, `{{${name}}} stands for nothing`))

const checkText = (path: string, text: string): Problem[] => [
  ...required(path, text.trim() !== ''),
  ...checkPlaceholders(path, text),
]

const checkConditions = (path: string, filter: FilterGroup, { trigger, known, hasContact }: Scope): Problem[] => {
  const own = conditionsOf(filter).flatMap(({ field }) => findRunField(field, trigger) ?? [])
  const problems = known.contactFields
    ? checkFilter(filter, [...own, ...known.contactFields], known.references ?? {}, `${path}.`)
    : []
  const asksContact = conditionsOf(filter).some(({ field }) => !isRunField(field))
  return [
    ...problems.map(({ code, path: at, message }) => ({
      code: code === 'not_found' ? ('field_unknown' as const) : ('condition_invalid' as const),
      path: at,
      message,
    })),
    ...(asksContact && !hasContact ? noContact(path) : []),
  ]
}

const checkSpan = (path: string, span: WaitSpan): Problem[] =>
  spanMinutes(span) > automationLimits.days * 1440
    ? found('too_long', path, `At most ${automationLimits.days} days`)
    : []

const checkEvent = (path: string, event: AutomationTrigger | ContactEventMatch): Problem[] => {
  switch (event.kind) {
    case 'message_received':
      return event.words.flatMap((word, index) => {
        const at = `${path}.words.${index}`
        if (word.trim() === '') return required(at, false)
        const isRefused = event.match === 'pattern' && refusePattern(word) !== null
        return isRefused ? found('pattern', at, 'This expression cannot be used') : []
      })
    case 'segment_entered':
    case 'segment_left':
      return required(`${path}.segmentIds`, event.segmentIds.length > 0)
    case 'webhook_event':
      return required(`${path}.events`, event.events.length + event.names.length > 0)
    case 'conversation_unassigned':
    case 'campaign_unanswered':
      return checkSpan(`${path}.after`, event.after)
    case 'date_attribute':
      return required(`${path}.field`, event.field === 'birthday' || isAttribute(event.field))
    default:
      return []
  }
}

const isAttribute = (name: string): boolean => /^attributes\.[a-z][a-z0-9_]*$/.test(name)

const checkUrl = (path: string, text: string): Problem[] => {
  // Who is called is not up to what comes in.
  if (/^https?:\/\/[^/]*\{\{/.test(text)) return found('url', path, 'The host cannot be filled in')
  const filled = text.replace(/\{\{[^{}]*\}\}/g, 'x')
  const isUrl = /^https?:\/\/[^/\s{}]+/.test(filled) && URL.canParse(filled)
  return [...(isUrl ? [] : found('url', path, 'A web address is required')), ...checkPlaceholders(path, text)]
}

const checkTemplate = (path: string, template: NodeOf<'send_template'>['template']): Problem[] =>
  template
    ? Object.entries(template.values).flatMap(([key, value]) => checkText(`${path}.values.${key}`, value))
    : found('template_missing', path, 'Choose a template')

const checkChannel = (path: string, channelId: string | null, scope: Scope): Problem[] => {
  if (!scope.hasContact) return noContact(path)
  if (channelId !== null || scope.hasConversation) return []
  return found('channel_required', `${path}.channelId`, 'Choose the number that sends')
}

const checkClosedWindow = (
  path: string,
  node: NodeOf<'send_text' | 'send_media' | 'send_interactive' | 'ask_consent'>,
): Problem[] => (node.closedWindow === 'template' ? checkTemplate(`${path}.fallback`, node.fallback) : [])

const checkContact = (path: string, { hasContact }: Scope): Problem[] => (hasContact ? [] : noContact(path))
const checkChat = (path: string, { hasContact, hasConversation }: Scope): Problem[] =>
  hasContact || hasConversation
    ? []
    : found('conversation_required', path, 'Runs of this automation have no conversation')

type Checks = { [K in NodeKind]: (path: string, node: NodeOf<K>, scope: Scope) => Problem[] }
const checks: Checks = {
  send_text: (path, node, scope) => [
    ...checkChannel(path, node.channelId, scope),
    ...checkText(`${path}.text`, node.text),
    ...checkClosedWindow(path, node),
  ],
  send_template: (path, node, scope) => [
    ...checkChannel(path, node.channelId, scope),
    ...checkTemplate(`${path}.template`, node.template),
  ],
  send_media: (path, node, scope) => [
    ...checkChannel(path, node.channelId, scope),
    ...required(`${path}.fileId`, node.fileId !== null),
    ...checkPlaceholders(`${path}.caption`, node.caption),
    ...(node.caption.trim() !== '' && node.media !== null && !takesCaption(node.media)
      ? found('invalid', `${path}.caption`, 'This kind of file takes no words')
      : []),
    ...checkClosedWindow(path, node),
  ],
  send_interactive: (path, node, scope) => [
    ...checkChannel(path, node.channelId, scope),
    ...required(`${path}.message`, node.message !== null),
    ...checkClosedWindow(path, node),
  ],
  ask_consent: (path, node, scope) => [
    ...checkChannel(path, node.channelId, scope),
    ...checkText(`${path}.text`, node.text),
    ...required(`${path}.yes`, node.yes.trim() !== ''),
    ...required(`${path}.no`, node.no.trim() !== ''),
    ...(node.no.trim() !== '' && node.no.trim() === node.yes.trim()
      ? found('invalid', `${path}.no`, 'Both buttons say the same')
      : []),
    ...checkClosedWindow(path, node),
    ...checkSpan(`${path}.timeout`, node.timeout),
  ],
  assign: (path, { to, memberId, teamId }, scope) => [
    ...checkChat(path, scope),
    ...required(`${path}.memberId`, to !== 'member' || memberId !== null),
    ...required(`${path}.teamId`, to !== 'team' || teamId !== null),
  ],
  label: (path, { add, remove }, scope) => [
    ...checkChat(path, scope),
    ...required(`${path}.add`, add.length + remove.length > 0),
  ],
  snooze: (path, { span }, scope) => [...checkChat(path, scope), ...checkSpan(`${path}.span`, span)],
  resolve: (path, _node, scope) => checkChat(path, scope),
  note: (path, { text }, scope) => [...checkChat(path, scope), ...checkText(`${path}.text`, text)],
  update_contact: (path, { fields }, scope) => [
    ...checkContact(path, scope),
    ...required(`${path}.fields`, fields.length > 0),
    ...fields.flatMap(({ field, value }, index) => {
      const at = `${path}.fields.${index}`
      const isKnown = settableFields.some((one) => one === field) || isAttribute(field)
      return [
        ...(isKnown ? [] : found('field_unknown', `${at}.field`, 'No such field')),
        ...checkPlaceholders(`${at}.value`, value),
      ]
    }),
  ],
  tag: (path, { add, remove }, scope) => [
    ...checkContact(path, scope),
    ...required(`${path}.add`, add.length + remove.length > 0),
  ],
  list: (path, { listId }, scope) => [...checkContact(path, scope), ...required(`${path}.listId`, listId !== null)],
  http_request: (path, node) => [
    ...checkUrl(`${path}.url`, node.url),
    ...checkPlaceholders(`${path}.body`, node.body),
    ...node.headers.flatMap(({ name, value, secret }, index) => [
      ...(/^[A-Za-z0-9!#$%&'*+.^_|~-]+$/.test(name)
        ? []
        : found('invalid', `${path}.headers.${index}.name`, 'Not the name of a header')),
      ...required(`${path}.headers.${index}.value`, value !== null || secret),
    ]),
    ...node.save.flatMap(({ variable, path: at }, index) => [
      ...required(`${path}.save.${index}.variable`, variable !== ''),
      ...required(`${path}.save.${index}.path`, at !== ''),
    ]),
  ],
  webhook: (path, { event, fields }) => [
    ...required(`${path}.event`, event !== ''),
    ...fields.flatMap(({ key, value }, index) => {
      const isTwin = fields.findIndex((one) => one.key === key) !== index
      return [
        ...required(`${path}.fields.${index}.key`, key !== ''),
        ...(isTwin && key !== '' ? found('invalid', `${path}.fields.${index}.key`, 'Another field is called so') : []),
        ...checkPlaceholders(`${path}.fields.${index}.value`, value),
      ]
    }),
  ],
  notify: (path, { memberIds, assignee, title, text }) => [
    ...required(`${path}.memberIds`, memberIds.length > 0 || assignee),
    ...checkText(`${path}.title`, title),
    ...checkPlaceholders(`${path}.text`, text),
  ],
  set_variable: (path, { variable, value }) => [
    ...required(`${path}.variable`, variable !== ''),
    ...checkPlaceholders(`${path}.value`, value),
  ],
  start_automation: (path, { automationId }, { known }) => [
    ...required(`${path}.automationId`, automationId !== null),
    ...(automationId !== null && automationId === known.automationId
      ? [
          {
            code: 'starts_itself' as const,
            path: `${path}.automationId`,
            message: 'It starts itself',
            level: 'warning' as const,
          },
        ]
      : []),
  ],
  stop_runs: (path, _node, scope) => checkContact(path, scope),
  wait: (path, { span }) => checkSpan(`${path}.span`, span),
  wait_until: (path, { until }) => [
    ...required(`${path}.until.at`, until.type !== 'date' || until.at !== null),
    ...required(`${path}.until.field`, until.type !== 'field' || /^(contact|event|vars)\.\w/.test(until.field)),
  ],
  wait_event: (path, { event, timeout }, scope) => [
    ...checkContact(path, scope),
    ...checkEvent(`${path}.event`, event),
    ...checkSpan(`${path}.timeout`, timeout),
  ],
  branch: (path, { filter }, scope) => [
    ...required(`${path}.filter`, filter.children.length > 0),
    ...checkConditions(`${path}.filter`, filter, scope),
  ],
  switch: (path, { cases }, scope) => [
    ...required(`${path}.cases`, cases.length > 0),
    ...cases.flatMap(({ filter }, index) => [
      ...required(`${path}.cases.${index}.filter`, filter.children.length > 0),
      ...checkConditions(`${path}.cases.${index}.filter`, filter, scope),
    ]),
  ],
  split: (path, { parts }) => [
    ...required(`${path}.parts`, parts.length > 1),
    ...(parts.reduce((sum, { percent }) => sum + percent, 0) === 100
      ? []
      : found('percent_sum', `${path}.parts`, 'The parts add up to 100 %')),
  ],
  loop: (path, { over, as }) => [
    ...required(`${path}.over`, /^(event|vars)\.\w/.test(over)),
    ...required(`${path}.as`, as !== ''),
  ],
  end: () => [],
}

const checkNode = (path: string, node: AutomationNode, scope: Scope): Problem[] =>
  (checks[node.kind] as (path: string, node: AutomationNode, scope: Scope) => Problem[])(path, node, scope)

const of =
  (node: string | null) =>
  ({ level = 'error', ...problem }: Problem): GraphFinding => ({ level, node, ...problem })

/** Goes through the graph from the trigger: finds circles, steps that are never reached, and ways that leave a loop. */
const checkWays = (graph: AutomationGraph): GraphFinding[] => {
  const findings: GraphFinding[] = []
  const nodes = new Map(graph.nodes.map((node, index) => [node.id, { node, path: `nodes.${index}` }]))
  const followers = Map.groupBy(graph.edges, ({ from }) => from)
  const within = new Map<string, string>()
  const onWay = new Set<string>()
  const visit = (id: string, loops: readonly string[]): void => {
    const at = nodes.get(id)
    if (!at) return
    const report = (code: GraphFindingCode, message: string) =>
      void findings.push(of(id)({ code, path: at.path, message }))
    const before = within.get(id)
    if (onWay.has(id)) report('cycle', 'The way leads back to this step')
    else if (before !== undefined) {
      if (before !== loops.join()) report('loop_left', 'It is reached from within a loop and from outside')
    }
    if (before !== undefined) return
    within.set(id, loops.join())
    const isLoop = at.node.kind === 'loop'
    if (isLoop && loops.length >= automationLimits.loops)
      report('loops_too_deep', `Loops stand ${automationLimits.loops} deep at most`)
    onWay.add(id)
    for (const { to, outlet } of followers.get(id) ?? [])
      visit(to, isLoop && outlet === 'each' ? [...loops, id] : loops)
    onWay.delete(id)
  }
  for (const { to } of followers.get(triggerNode) ?? []) visit(to, [])
  for (const [id, { path }] of nodes)
    if (!within.has(id))
      findings.push(of(id)({ code: 'unreachable', path, message: 'No way leads to this step', level: 'warning' }))
  return findings
}

const checkEdges = (graph: AutomationGraph): GraphFinding[] => {
  const outlets = new Map<string, readonly string[]>(graph.nodes.map((node) => [node.id, outletsOf(node)]))
  outlets.set(triggerNode, ['next'])
  const seen = new Set<string>()
  return graph.edges.flatMap(({ from, outlet, to }, index) => {
    const path = `edges.${index}`
    const isKnown = outlets.get(from)?.includes(outlet) && outlets.has(to) && to !== triggerNode
    if (!isKnown)
      return found('edge_unknown', path, 'It begins or ends nowhere').map(of(outlets.has(from) ? from : null))
    const isRepeated = seen.has(`${from} ${outlet}`)
    seen.add(`${from} ${outlet}`)
    return isRepeated ? found('edge_repeated', path, 'This way out leads elsewhere already').map(of(from)) : []
  })
}

const checkIds = ({ nodes }: AutomationGraph): GraphFinding[] => {
  const seen = new Set<string>([triggerNode])
  return nodes.flatMap(({ id }, index) => {
    const isRepeated = seen.has(id)
    seen.add(id)
    return isRepeated ? found('id_repeated', `nodes.${index}.id`, 'Another step has this id').map(of(id)) : []
  })
}

/**
 * What is wrong with a graph: pure, for the builder and for the server. `known` is what the company has; what would need
 * what is not given is left aside.
 */
export const checkGraph = (graph: AutomationGraph, known: GraphKnowledge = {}): GraphFinding[] => {
  const scope = scopeOf(graph.trigger, known)
  const trigger = graph.trigger
    ? checkEvent('trigger', graph.trigger)
    : found('trigger_missing', 'trigger', 'Choose what starts it')
  const isEmpty = !graph.edges.some(({ from }) => from === triggerNode)
  return [
    ...trigger.map(of(triggerNode)),
    ...checkConditions('conditions', graph.conditions, scope).map(of(triggerNode)),
    ...(graph.goal ? [...checkContact('goal', scope), ...checkEvent('goal', graph.goal)] : []).map(of(null)),
    ...(isEmpty ? found('no_steps', 'nodes', 'It does nothing yet') : []).map(of(triggerNode)),
    ...graph.nodes.flatMap((node, index) => checkNode(`nodes.${index}`, node, scope).map(of(node.id))),
    ...checkIds(graph),
    ...checkEdges(graph),
    ...checkWays(graph),
  ]
}

/** Whether nothing keeps it from being published. */
export const isPublishable = (findings: readonly GraphFinding[]): boolean =>
  findings.every(({ level }) => level !== 'error')
