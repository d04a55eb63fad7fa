import { expect, it } from 'vitest'
import type { CompanyCtx } from '#server/context.ts'
import { fillerOf, peopleFillerOf } from './texts.ts'

const ctx = {
  company: { name: 'Empório', timezone: 'America/Recife' },
  now: () => new Date('2026-11-29T01:00:00Z'),
} as CompanyCtx
const event = { amount: 1259.9, currency: 'BRL', due_at: '2026-12-02T01:00:00.000Z', order_number: 1043 }
const sources = { contact: null, event, variables: { amount: 5 } }
const text = 'Pedido {{event.order_number}}: {{event.amount}} até {{event.due_at}}, hoje é {{today}} ({{vars.amount}})'
const timezone = 'America/Recife'

it('writes amounts and days as people read them, in the language of the message', () => {
  const inPortuguese = peopleFillerOf(ctx, sources, { language: 'pt_BR', timezone })(text)
  expect(inPortuguese.replaceAll('\u00a0', ' ')).toBe('Pedido 1043: R$ 1.259,90 até 01/12/2026, hoje é 28/11/2026 (5)')
  expect(peopleFillerOf(ctx, sources, { language: 'en', timezone })('{{event.amount}}, {{today}}')).toBe(
    'R$1,259.90, 11/28/26',
  )
})

it('leaves what it cannot read, and what programs read, as it is', () => {
  const odd = { ...sources, event: { amount: 10, currency: 'reais', due_at: 'amanhã' } }
  expect(peopleFillerOf(ctx, odd, { language: 'pt', timezone })('{{event.amount}} {{event.due_at}}')).toBe('10 amanhã')
  expect(fillerOf(ctx, sources)('{{event.amount}} {{today}}')).toBe('1259.9 2026-11-28')
})
