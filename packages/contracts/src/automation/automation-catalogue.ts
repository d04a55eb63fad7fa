import type { AutomationTrigger, ContactEventMatch, TriggerKind } from './automation-events.ts'
import type { AutomationNode, NodeKind, NodeOf } from './automation-graph.ts'

// What automations can be made of, for the builder: in which group each part stands, and how a new one begins.

export const triggerGroups = ['messages', 'conversations', 'contacts', 'systems', 'time', 'people'] as const
export const nodeGroups = ['messages', 'conversations', 'contacts', 'flow', 'waits', 'systems'] as const

export const triggerCatalogue: Record<TriggerKind, { group: (typeof triggerGroups)[number] }> = {
  message_received: { group: 'messages' },
  campaign_answered: { group: 'messages' },
  campaign_read: { group: 'messages' },
  campaign_unanswered: { group: 'messages' },
  conversation_created: { group: 'conversations' },
  conversation_resolved: { group: 'conversations' },
  conversation_unassigned: { group: 'conversations' },
  label_added: { group: 'conversations' },
  contact_created: { group: 'contacts' },
  contact_updated: { group: 'contacts' },
  tag_added: { group: 'contacts' },
  list_added: { group: 'contacts' },
  segment_entered: { group: 'contacts' },
  segment_left: { group: 'contacts' },
  consent_changed: { group: 'contacts' },
  webhook_event: { group: 'systems' },
  api: { group: 'systems' },
  schedule: { group: 'time' },
  date_attribute: { group: 'time' },
  manual: { group: 'people' },
}

export const nodeCatalogue: Record<NodeKind, { group: (typeof nodeGroups)[number] }> = {
  send_text: { group: 'messages' },
  send_template: { group: 'messages' },
  send_media: { group: 'messages' },
  send_interactive: { group: 'messages' },
  ask_consent: { group: 'messages' },
  assign: { group: 'conversations' },
  label: { group: 'conversations' },
  snooze: { group: 'conversations' },
  resolve: { group: 'conversations' },
  note: { group: 'conversations' },
  update_contact: { group: 'contacts' },
  tag: { group: 'contacts' },
  list: { group: 'contacts' },
  branch: { group: 'flow' },
  switch: { group: 'flow' },
  split: { group: 'flow' },
  loop: { group: 'flow' },
  start_automation: { group: 'flow' },
  stop_runs: { group: 'flow' },
  end: { group: 'flow' },
  wait: { group: 'waits' },
  wait_until: { group: 'waits' },
  wait_event: { group: 'waits' },
  http_request: { group: 'systems' },
  webhook: { group: 'systems' },
  notify: { group: 'systems' },
  set_variable: { group: 'systems' },
}

const events: { [K in ContactEventMatch['kind']]: Extract<ContactEventMatch, { kind: K }> } = {
  message_received: { kind: 'message_received', channelIds: [], types: [], match: 'contains', words: [], first: false },
  conversation_created: { kind: 'conversation_created', channelIds: [] },
  conversation_resolved: { kind: 'conversation_resolved', channelIds: [] },
  label_added: { kind: 'label_added', labelIds: [] },
  contact_created: { kind: 'contact_created', sources: [] },
  contact_updated: { kind: 'contact_updated', fields: [] },
  tag_added: { kind: 'tag_added', tagIds: [] },
  list_added: { kind: 'list_added', listIds: [] },
  segment_entered: { kind: 'segment_entered', segmentIds: [] },
  segment_left: { kind: 'segment_left', segmentIds: [] },
  consent_changed: { kind: 'consent_changed', media: [], purposes: [], states: [] },
  webhook_event: { kind: 'webhook_event', integrationIds: [], events: [], names: [] },
  campaign_answered: { kind: 'campaign_answered', campaignIds: [], buttons: [] },
  campaign_read: { kind: 'campaign_read', campaignIds: [] },
}

const triggers: { [K in TriggerKind]: Extract<AutomationTrigger, { kind: K }> } = {
  ...events,
  conversation_unassigned: {
    kind: 'conversation_unassigned',
    channelIds: [],
    after: { amount: 30, unit: 'minutes' },
  },
  campaign_unanswered: { kind: 'campaign_unanswered', campaignIds: [], after: { amount: 24, unit: 'hours' } },
  schedule: { kind: 'schedule', every: 'day', time: '09:00', weekdays: [], monthDay: 1, perContact: false },
  date_attribute: { kind: 'date_attribute', field: 'birthday', days: 0, time: '09:00', yearly: true },
  manual: { kind: 'manual' },
  api: { kind: 'api' },
}

/** A trigger as it begins. */
export const newTrigger = (kind: TriggerKind): AutomationTrigger => triggers[kind]
/** An event to wait for, as it begins. */
export const newContactEvent = (kind: ContactEventMatch['kind']): ContactEventMatch => events[kind]

const span = { amount: 1, unit: 'hours' } as const
const fails = { onError: 'stop' } as const
const everybody = { value: 'AND', children: [] } as const
const closed = { channelId: null, closedWindow: 'skip', fallback: null } as const

type Settings<K extends NodeKind> = Omit<NodeOf<K>, 'id' | 'name' | 'kind'>
const settings: { [K in NodeKind]: () => Settings<K> } = {
  send_text: () => ({ ...fails, ...closed, text: '' }),
  send_template: () => ({ ...fails, channelId: null, template: null }),
  send_media: () => ({ ...fails, ...closed, fileId: null, fileName: '', media: null, caption: '' }),
  send_interactive: () => ({ ...fails, ...closed, message: null }),
  ask_consent: () => ({ ...fails, ...closed, text: '', yes: '', no: '', timeout: { amount: 1, unit: 'days' } }),
  assign: () => ({ ...fails, to: 'team', memberId: null, teamId: null }),
  label: () => ({ ...fails, add: [], remove: [] }),
  snooze: () => ({ ...fails, span: { ...span } }),
  resolve: () => ({ ...fails, survey: false }),
  note: () => ({ ...fails, text: '' }),
  update_contact: () => ({ ...fails, fields: [] }),
  tag: () => ({ ...fails, add: [], remove: [] }),
  list: () => ({ ...fails, listId: null, how: 'add' }),
  http_request: () => ({
    ...fails,
    ...{ method: 'POST', url: '', headers: [], body: '', save: [], timeoutSeconds: 10 },
  }),
  webhook: () => ({ ...fails, event: '', fields: [] }),
  notify: () => ({ ...fails, memberIds: [], assignee: false, title: '', text: '', email: false }),
  set_variable: () => ({ ...fails, variable: '', value: '' }),
  start_automation: () => ({ ...fails, automationId: null }),
  stop_runs: () => ({ ...fails, automationIds: [] }),
  wait: () => ({ span: { ...span } }),
  wait_until: () => ({ ...fails, until: { type: 'clock', time: '09:00', weekdays: [] } }),
  wait_event: () => ({ event: events.message_received, timeout: { amount: 1, unit: 'days' } }),
  branch: () => ({ filter: { ...everybody, children: [] } }),
  switch: () => ({ cases: [] }),
  split: () => ({
    parts: [
      { id: 'a', name: 'A', percent: 50 },
      { id: 'b', name: 'B', percent: 50 },
    ],
  }),
  loop: () => ({ ...fails, over: '', as: 'item' }),
  end: () => ({}),
}

/** A step as it begins. */
export const newNode = <K extends NodeKind>(kind: K, id: string): NodeOf<K> =>
  ({ id, name: '', kind, ...settings[kind]() }) as unknown as NodeOf<K>

/** Whether a step may be left out of what a dry run does, as it changes nothing. */
export const isWait = (node: AutomationNode): boolean => ['wait', 'wait_until', 'wait_event'].includes(node.kind)
