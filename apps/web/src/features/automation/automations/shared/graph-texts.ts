import type { AutomationTrigger, ContactEventMatch } from '@recado/contracts/automation/automation-events'
import type { AutomationNode } from '@recado/contracts/automation/automation-graph'
import type { WaitSpan } from '@recado/contracts/automation/wait-spans'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import type { TFunction } from 'i18next'
import { dateTime } from '#web/lib/i18n/dates.ts'

export type Reference = 'tags' | 'lists' | 'segments' | 'members' | 'labels' | 'channels'
type Named = readonly { id: string; name: string }[]

/** What parts of automations are put into words with. */
export type Wording = {
  t: TFunction
  language: string
  zone: string | undefined
  teams: Named
  automations: Named
  list: (items: readonly string[], joined?: 'and' | 'or') => string
  nameOf: (kind: Reference, id: string) => string | undefined
  names: (kind: Reference, ids: readonly string[], joined?: 'and' | 'or') => string
  fieldName: (name: string) => string
  span: (span: WaitSpan) => string
  time: (clock: string) => string
  weekdays: (days: readonly number[]) => string
  quoted: (texts: readonly string[]) => string
  explain: (filter: FilterGroup) => string
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const isListed = (text: string | undefined): text is string => text !== undefined && text !== ''

const details = (event: AutomationTrigger | ContactEventMatch, env: Wording): string => {
  const { t, list, names, fieldName, span, time, weekdays, quoted } = env
  switch (event.kind) {
    case 'message_received':
      return [
        event.first ? t('event.first') : undefined,
        event.words.length > 0 ? t(`event.match.${event.match}`, { words: quoted(event.words) }) : undefined,
        event.types.length > 0 ? list(event.types.map((type) => t(`messageType.${type}`))) : undefined,
        event.channelIds.length > 0 ? names('channels', event.channelIds) : undefined,
      ]
        .filter(isListed)
        .join(' · ')
    case 'conversation_created':
    case 'conversation_resolved':
      return event.channelIds.length > 0 ? names('channels', event.channelIds) : ''
    case 'label_added':
      return event.labelIds.length > 0 ? names('labels', event.labelIds) : ''
    case 'tag_added':
      return event.tagIds.length > 0 ? names('tags', event.tagIds) : ''
    case 'list_added':
      return event.listIds.length > 0 ? names('lists', event.listIds) : ''
    case 'segment_entered':
    case 'segment_left':
      return event.segmentIds.length > 0 ? names('segments', event.segmentIds) : ''
    case 'contact_created':
      return list(event.sources.map((source) => t(`contacts/list:source.${source}`)))
    case 'contact_updated':
      return list(event.fields.map(fieldName))
    case 'consent_changed':
      return [
        list(event.media.map((one) => t(`medium.${one}`))),
        list(event.purposes.map((one) => t(`purpose.${one}`))),
        list(event.states.map((one) => t(`verdict.${one}`))),
      ]
        .filter(isListed)
        .join(' · ')
    case 'webhook_event':
      return list([...event.events.map((one) => t(`contacts/contact:systems.${one}`)), ...event.names])
    case 'campaign_answered':
      return event.buttons.length > 0 ? quoted(event.buttons) : ''
    case 'conversation_unassigned':
      return [span(event.after), event.channelIds.length > 0 ? names('channels', event.channelIds) : undefined]
        .filter(isListed)
        .join(' · ')
    case 'campaign_unanswered':
      return span(event.after)
    case 'schedule': {
      const at = { time: time(event.time), minute: Number(event.time.slice(3)), day: event.monthDay }
      return event.every === 'week' && event.weekdays.length > 0
        ? t('schedule.weekdays', { ...at, days: weekdays(event.weekdays) })
        : t(`schedule.${event.every}`, at)
    }
    case 'date_attribute': {
      const field = fieldName(event.field)
      const at = { field, count: Math.abs(event.days), time: time(event.time) }
      return t(event.days === 0 ? 'date.on' : event.days < 0 ? 'date.before' : 'date.after', at)
    }
    default:
      return ''
  }
}

/** What an event that nothing narrows stands for. */
const anyOf: Partial<Record<AutomationTrigger['kind'], string>> = {
  message_received: 'any.message',
  campaign_answered: 'any.answer',
  conversation_created: 'any.number',
  conversation_resolved: 'any.number',
  label_added: 'any.labels',
  contact_created: 'any.source',
  contact_updated: 'any.field',
  tag_added: 'any.tags',
  list_added: 'any.lists',
  consent_changed: 'any.verdict',
  webhook_event: 'unset',
  manual: 'any.person',
  api: 'any.program',
}

/** What narrows an event, to stand below its name. */
export const detailText = (event: AutomationTrigger | ContactEventMatch, env: Wording): string => {
  const more = details(event, env)
  return more === '' ? env.t(anyOf[event.kind] ?? 'unset') : more.charAt(0).toLocaleUpperCase() + more.slice(1)
}

/** What starts an automation, or what a run waits for. */
export const eventText = (event: AutomationTrigger | ContactEventMatch, env: Wording): string => {
  const more = details(event, env)
  const name = env.t(`trigger.${event.kind}.name`)
  return more === '' ? name : `${name}: ${more}`
}

const momentText = (until: Extract<AutomationNode, { kind: 'wait_until' }>['until'], env: Wording): string => {
  const { t, language, zone, fieldName, time, weekdays } = env
  switch (until.type) {
    case 'clock':
      return until.weekdays.length > 0
        ? t('schedule.weekdays', { days: weekdays(until.weekdays), time: time(until.time) })
        : t('until.clock', { time: time(until.time) })
    case 'date':
      return until.at ? dateTime(until.at, language, zone) : t('unset')
    case 'field':
      return until.field === ''
        ? t('unset')
        : t(until.days === 0 ? 'date.plain' : until.days < 0 ? 'date.plainBefore' : 'date.plainAfter', {
            field: fieldName(until.field),
            count: Math.abs(until.days),
          })
    case 'business_hours':
      return t('until.business_hours')
  }
}

const changesText = (
  kind: 'tags' | 'labels',
  add: readonly string[],
  remove: readonly string[],
  { t, names }: Wording,
) =>
  [
    add.length > 0 ? t('change.add', { names: names(kind, add, 'and') }) : undefined,
    remove.length > 0 ? t('change.remove', { names: names(kind, remove, 'and') }) : undefined,
  ]
    .filter(isListed)
    .join(' · ')

/** What a step does, in a few words; undefined while that is not said. */
export const stepText = (node: AutomationNode, env: Wording): string | undefined => {
  const { t, teams, automations, list, nameOf, fieldName, span, explain } = env
  switch (node.kind) {
    case 'send_text':
    case 'note':
    case 'ask_consent':
      return oneLine(node.text)
    case 'send_media':
      return [node.fileName, oneLine(node.caption)].filter(isListed).join(' · ') || undefined
    case 'send_template':
      return node.template?.name.replaceAll('_', ' ')
    case 'send_interactive':
      return node.message ? oneLine(node.message.body) : undefined
    case 'assign':
      if (node.to === 'nobody') return t('assign.nobody')
      if (node.to === 'team') return teams.find(({ id }) => id === node.teamId)?.name
      return node.memberId ? nameOf('members', node.memberId) : undefined
    case 'label':
      return changesText('labels', node.add, node.remove, env)
    case 'tag':
      return changesText('tags', node.add, node.remove, env)
    case 'list': {
      const name = node.listId ? nameOf('lists', node.listId) : undefined
      return name && t(`change.${node.how}`, { names: name })
    }
    case 'snooze':
    case 'wait':
      return span(node.span)
    case 'resolve':
      return t(node.survey ? 'resolve.survey' : 'resolve.plain')
    case 'update_contact':
      return list(
        node.fields.map(({ field }) => fieldName(field)),
        'and',
      )
    case 'http_request':
      return node.url === '' ? undefined : `${node.method} ${node.url}`
    case 'webhook':
      return node.event || undefined
    case 'notify':
      return oneLine(node.title)
    case 'set_variable':
      return node.variable === '' ? undefined : `${node.variable} = ${oneLine(node.value)}`
    case 'start_automation':
      return automations.find(({ id }) => id === node.automationId)?.name
    case 'stop_runs':
      return node.automationIds.length === 0
        ? t('stop.all')
        : list(
            node.automationIds.map((id) => automations.find((one) => one.id === id)?.name ?? t('gone')),
            'and',
          )
    case 'wait_until':
      return momentText(node.until, env)
    case 'wait_event':
      return t('waitEvent', { event: eventText(node.event, env), span: span(node.timeout) })
    case 'branch':
      return node.filter.children.length > 0 ? explain(node.filter) : undefined
    case 'switch':
      return node.cases.length > 0 ? t('cases', { count: node.cases.length }) : undefined
    case 'split':
      return node.parts.map(({ name, percent }) => `${name} ${percent}%`).join(' · ')
    case 'loop':
      return node.over === '' ? undefined : fieldName(node.over)
    case 'end':
      return t('ends')
  }
}
