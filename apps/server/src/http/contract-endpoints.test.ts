import { expect, it } from 'vitest'
import { contractEndpoints } from './contract-endpoints.ts'

it('leaves alone what a change does not name: no field of it has a value by default', () => {
  const changes = contractEndpoints.flatMap(({ name, endpoint: { method, body } }) =>
    method === 'PATCH' ? [{ name, body }] : [],
  )
  expect(changes.length).toBeGreaterThan(5)
  for (const { name, body } of changes) {
    const said = [{}, { version: 1 }].map((given) => ({ given, parsed: body?.safeParse(given) }))
    const taken = said.find(({ parsed }) => parsed?.success)
    expect([name, taken?.parsed?.data]).toEqual([name, taken?.given ?? 'a change of nothing'])
  }
})
