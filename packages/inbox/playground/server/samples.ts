import type { InApp, Person, Recado, Workflow, WorkflowOptions } from './recado.ts'

type Sample = { inApp: InApp; options?: WorkflowOptions; payload: (n: number) => Record<string, unknown> }

const customers = ['Bia Araújo', 'Davi Lima', 'Lívia Rocha', 'Caio Mendes', 'Nina Prado']
const customer = (n: number) => ({ customer: customers[n % customers.length], order: 1042 + n })

const long =
  'The supplier of {{customer}} asked whether the delivery of order {{order}}, which was promised for this Friday and ' +
  'then for the Monday after it, may come in two parts, because a third of the goods are still in customs. ' +
  'Theygaveareferencewithoutanyspaceinit0123456789012345678901234567890123456789012345678901234567890123456789.'

/** Notifications of every kind, by the name of their workflow. */
const samples: Record<string, Sample> = {
  'Order sent': {
    inApp: { content: '<b>{{customer}}</b>, order {{order}} is on its way', url: '#order', actor: { type: 'user' } },
    options: { tags: ['Orders'], withEmail: true },
    payload: customer,
  },
  'Conversation assigned': {
    inApp: {
      content: '<b>{{customer}}</b> waits for your answer',
      actor: { type: 'system_icon', data: 'question' },
      buttons: [
        { type: 'primary', content: 'Take it' },
        { type: 'secondary', content: 'Not now' },
      ],
    },
    options: { tags: ['Conversations'] },
    payload: customer,
  },
  'Payment failed': {
    inApp: { content: 'The payment of order {{order}} failed', actor: { type: 'system_icon', data: 'error' } },
    options: { tags: ['Orders'], withEmail: true },
    payload: customer,
  },
  'Campaign finished': {
    inApp: {
      content: 'The campaign <em>October offers</em> reached {{order}} people',
      actor: { type: 'system_icon', data: 'success' },
    },
    options: { withEmail: true },
    payload: customer,
  },
  'Plain news': { inApp: { content: 'There is a new report of the week' }, payload: () => ({}) },
}

const longSample: Sample = { inApp: { content: long, actor: { type: 'system_icon', data: 'info' } }, payload: customer }

const prefix = 'Playground: '

/** Fills inboxes with notifications of every kind; makes the workflows that are not there. */
export const createSender = (recado: Recado) => {
  const known = new Map<string, Promise<Workflow>>()
  const workflow = (name: string, { inApp, options }: Sample) => {
    const title = `${prefix}${name}`
    const find = async () => (await recado.findWorkflow(title)) ?? (await recado.createWorkflow(title, inApp, options))
    const found = known.get(name) ?? find()
    known.set(name, found)
    return found
  }
  return async (person: Person, count: number, isLong: boolean): Promise<void> => {
    const kinds = Object.entries(isLong ? { 'Long text': longSample } : samples)
    const workflows = await Promise.all(kinds.map(([name, sample]) => workflow(name, sample)))
    const events = Array.from({ length: count }, (_, n) => ({
      identifier: workflows[n % kinds.length]?.identifier ?? '',
      payload: kinds[n % kinds.length]?.[1].payload(n) ?? {},
    }))
    await recado.triggerMany(person, events)
  }
}
