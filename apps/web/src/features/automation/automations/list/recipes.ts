import { newNode, newTrigger } from '@recado/contracts/automation/automation-catalogue'
import type { AutomationTrigger, TriggerKind } from '@recado/contracts/automation/automation-events'
import {
  type AutomationGraph,
  type AutomationNode,
  emptyGraph,
  type NodeKind,
  type NodeOf,
} from '@recado/contracts/automation/automation-graph'
import { insertStep } from '../shared/graph-edit.ts'

type Texts = (key: string) => string
type Place = [from: string, way: string]

const trigger = <K extends TriggerKind>(kind: K, part: Partial<Extract<AutomationTrigger, { kind: K }>> = {}) =>
  ({ ...newTrigger(kind), ...part }) as AutomationTrigger
const step = <K extends NodeKind>(kind: K, id: string, part: Partial<NodeOf<K>> = {}): AutomationNode =>
  ({ ...newNode(kind, id), ...part }) as AutomationNode

const graphOf = (
  start: AutomationTrigger,
  steps: readonly [Place, AutomationNode][],
  more: Partial<AutomationGraph> = {},
): AutomationGraph => {
  const begun = { ...emptyGraph, trigger: start, ...more }
  return steps.reduce((graph, [[from, way], node]) => insertStep(graph, { from, way }, node), begun)
}

const paid = { ...newTrigger('webhook_event'), kind: 'webhook_event', events: ['order.paid'] } as NonNullable<
  AutomationGraph['goal']
>
const first: Place = ['trigger', 'next']

/** Automations to begin with, without the templates and names that a company has to choose itself. */
export const recipes = {
  cart: () =>
    graphOf(
      trigger('webhook_event', { events: ['checkout.abandoned'] }),
      [
        [first, step('wait', 'wait', { span: { amount: 1, unit: 'hours' } })],
        [['wait', 'next'], step('send_template', 'reminder')],
        [['reminder', 'next'], step('wait', 'day', { span: { amount: 1, unit: 'days' } })],
        [['day', 'next'], step('send_template', 'last-call')],
      ],
      { goal: paid },
    ),
  pix: () =>
    graphOf(
      trigger('webhook_event', { events: ['pix.generated'] }),
      [
        [first, step('wait', 'wait', { span: { amount: 15, unit: 'minutes' } })],
        [['wait', 'next'], step('send_template', 'reminder')],
      ],
      { goal: paid },
    ),
  paid: (t: Texts) =>
    graphOf(trigger('webhook_event', { events: ['order.paid'] }), [
      [first, step('send_template', 'thanks')],
      [['thanks', 'next'], step('wait', 'wait', { span: { amount: 7, unit: 'days' } })],
      [['wait', 'next'], step('send_text', 'feedback', { text: t('recipe.paid.message'), closedWindow: 'skip' })],
    ]),
  welcome: (t: Texts) =>
    graphOf(trigger('message_received', { first: true }), [
      [
        first,
        step('send_interactive', 'hello', {
          message: {
            kind: 'buttons',
            header: '',
            footer: '',
            body: t('recipe.welcome.message'),
            buttons: [
              { id: 'order', title: t('recipe.welcome.order') },
              { id: 'price', title: t('recipe.welcome.price') },
              { id: 'person', title: t('recipe.welcome.person') },
            ],
          },
        }),
      ],
      [
        ['hello', 'next'],
        step('wait_event', 'answer', {
          event: { ...newTrigger('message_received'), kind: 'message_received' } as NodeOf<'wait_event'>['event'],
          timeout: { amount: 1, unit: 'hours' },
        }),
      ],
      [['answer', 'event'], step('assign', 'assign')],
    ]),
  birthday: () => graphOf(trigger('date_attribute'), [[first, step('send_template', 'greeting')]]),
  unanswered: (t: Texts) =>
    graphOf(trigger('campaign_answered'), [
      [first, step('send_text', 'reply', { text: t('recipe.unanswered.message') })],
      [
        ['reply', 'next'],
        step('wait_event', 'answer', {
          event: { ...newTrigger('message_received'), kind: 'message_received' } as NodeOf<'wait_event'>['event'],
          timeout: { amount: 20, unit: 'hours' },
        }),
      ],
      [['answer', 'event'], step('assign', 'assign')],
      [['answer', 'timeout'], step('send_text', 'again', { text: t('recipe.unanswered.again') })],
    ]),
} satisfies Record<string, (t: Texts) => AutomationGraph>
export type Recipe = keyof typeof recipes
export const recipeNames = Object.keys(recipes) as Recipe[]
