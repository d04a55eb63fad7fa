import { type ContactField, findField, operatorsOf } from '../contacts/contact-fields.ts'
import { conversationStatuses } from '../inbox/conversations.ts'
import { eventFields, findEventField, type TriggerKind } from './automation-events.ts'
import { variableName } from './automation-graph.ts'

// What the conditions of automations ask: the fields of contacts, and those of the run.

const weekdayOptions = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

type RunField = Omit<ContactField, 'group' | 'operators'>
const ofChat: RunField[] = [
  { name: 'chat.status', type: 'choice', options: [...conversationStatuses] },
  { name: 'chat.channel', type: 'choice', references: 'channels' },
  { name: 'chat.label', type: 'choices', references: 'labels' },
  { name: 'chat.assignee', type: 'choice', references: 'members' },
  { name: 'chat.window_open', type: 'boolean' },
]

/** Of the conversation of a run; without one none of them is there. */
export const chatFields: readonly ContactField[] = ofChat.map((one) => ({
  ...one,
  group: 'chat',
  operators: [...operatorsOf[one.type]],
}))

/** Of the moment, where the company is. */
export const timeFields: readonly ContactField[] = [
  {
    name: 'time.weekday',
    group: 'time',
    type: 'choice',
    operators: ['EQUAL', 'NOT_EQUAL', 'IN', 'NOT_IN'],
    options: [...weekdayOptions],
  },
  {
    name: 'time.hour',
    group: 'time',
    type: 'number',
    operators: operatorsOf.number.filter((one) => one !== 'IS_DEFINED'),
  },
]

/** Variables hold texts; they are compared as numbers and dates where both sides can be read so. */
export const variableField = (name: string): ContactField => ({
  name: `vars.${name}`,
  group: 'variables',
  type: 'text',
  operators: [...operatorsOf.text, 'LARGER', 'LARGER_EQUAL', 'SMALLER', 'SMALLER_EQUAL'],
  label: { en: name, pt: name },
})

/** What can be asked in an automation of this trigger, the fields of contacts included. */
export const automationFields = (
  contactFields: readonly ContactField[],
  trigger: TriggerKind | null,
  variables: readonly string[] = [],
): ContactField[] => [
  ...(trigger ? eventFields[trigger] : []),
  ...variables.map(variableField),
  ...contactFields,
  ...chatFields,
  ...timeFields,
]

/** Whether a field is of the run, and not of its contact. */
export const isRunField = (name: string): boolean => /^(event|vars|chat|time)\./.test(name)

/** The field of a run that a name stands for; undefined for none, and for those of contacts. */
export const findRunField = (name: string, trigger: TriggerKind | null): ContactField | undefined => {
  if (name.startsWith('event.')) return trigger ? findEventField(trigger, name) : undefined
  if (name.startsWith('vars.')) {
    const variable = name.slice('vars.'.length)
    return variableName.safeParse(variable).success ? variableField(variable) : undefined
  }
  return findField([...chatFields, ...timeFields], name)?.field
}
