import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { expect, it } from 'vitest'
import { firstSources } from './templates.ts'

const saying = (text: string): TemplateSummary => ({
  ...{ id: 't', name: 'news', language: 'pt_BR', category: 'MARKETING', status: 'APPROVED' },
  parameterFormat: 'POSITIONAL',
  components: [{ type: 'BODY', text }],
})
const sources = (text: string) => Object.values(firstSources(saying(text))).map((source) => source.from)

it('takes the name of the contact for whom a template greets', () => {
  for (const text of ['Hi {{1}}, it has been a while!', 'Olá {{1}}!', 'Que bom. Boa tarde, {{1}}, tudo bem?'])
    expect(sources(text)).toEqual(['field'])
  expect(sources('Oi {{1}}, o pedido {{2}} chegou.')).toEqual(['field', 'text'])
  expect(sources('Your code is {{1}}.')).toEqual(['text'])
  expect(sources('A Carolina {{1}} mandou {{2}}.')).toEqual(['text', 'text'])
})
