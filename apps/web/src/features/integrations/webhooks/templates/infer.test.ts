import { expect, test } from 'vitest'
import { infer } from './infer.ts'

test('a payload that was pasted tells its event, its id, its order and where the fields stand', () => {
  const payload = {
    ...{ event: 'pedido_pago', delivery_id: 'd-1', created_at: '2026-11-01' },
    order: { id: 77, number: 'V-77', total: '10,00' },
    customer: { name: 'Ana Souza', 'e-mail': '', email: 'ana@example.com', celular: '11987654321' },
    items: [{ name: 'Camisa' }, { name: 'Meia' }],
  }
  expect(infer(payload)).toEqual({
    ...{ eventPath: '$.event', event: 'pedido_pago', idPath: '$.delivery_id', objectPath: '$.order.id' },
    fields: {
      phone: { path: '$.customer.celular', transforms: [{ op: 'phone', country: 'BR' }], required: false },
      email: { path: '$.customer.email', transforms: [{ op: 'trim' }, { op: 'lower' }], required: false },
      name: { path: '$.customer.name', transforms: [], required: false },
      order_id: { path: '$.order.id', transforms: [], required: false },
      order_number: { path: '$.order.number', transforms: [], required: false },
      amount: { path: '$.order.total', transforms: [{ op: 'number', decimal: '.' }], required: false },
    },
  })
})

test('a payload that says nothing known, or is none, is no failure', () => {
  const nothing = { eventPath: null, event: null, idPath: null, objectPath: null, fields: {} }
  expect([infer([]), infer('text'), infer(null), infer({ a: { b: [] } })]).toEqual([nothing, nothing, nothing, nothing])
})
