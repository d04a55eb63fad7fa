import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { automationFields } from '@recado/contracts/automation/automation-fields'
import { contactFields } from '@recado/contracts/contacts/contact-fields'
import type { FilterCondition, FilterGroup } from '@recado/contracts/shared/filter'
import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { explainFilter } from './explain.ts'
import type { FilterWords } from './field-words.ts'
import { askedOf, conditionOf, firstCondition, verbsOf, withVerb } from './verbs.ts'

const plan = { key: 'plan', label: { en: 'Plan', pt: 'Plano' }, type: 'select' as const, options: ['gold', 'silver'] }
const fields = contactFields([{ ...plan, sensitive: false }], { personalData: true, segments: true })
const references = {
  tags: [
    { id: 't1', name: 'vip' },
    { id: 't2', name: 'wholesale' },
  ],
  lists: [{ id: 'l1', name: 'Newsletter' }],
  members: [{ id: 'm1', name: 'Ana Souza' }],
  channels: [{ id: 'n1', name: 'Store' }],
}
const texts = createInstance()

beforeAll(async () => {
  const read = (language: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../../public/locales/${language}/filters.json`), 'utf8'))
  await texts.init({
    lng: 'en',
    resources: { en: { filters: read('en') }, pt: { filters: read('pt') } },
    interpolation: { escapeValue: false },
  })
})

const group = (value: 'AND' | 'OR', ...children: FilterGroup['children']): FilterGroup => ({ value, children })
const ask = (field: string, operator: FilterCondition['operator'], value: FilterCondition['value']) => ({
  field,
  operator,
  value,
})
const say = (language: 'en' | 'pt', tree: FilterGroup): string => {
  const stageName = (key: string) => key.toUpperCase()
  const words: FilterWords = { t: texts.getFixedT(language), language, fields, references, stageName }
  return explainFilter(tree, words)
}

const vip = ask('tags', 'ANY_IN', ['t1'])

test.each([
  [group('AND'), 'All contacts', 'Todos os contatos'],
  [
    group('AND', vip, ask('messages.sent.30', 'EQUAL', 0)),
    "Contacts with tag vip and who weren't messaged in the last 30 days",
    'Contatos com a tag vip e que não receberam envio nos últimos 30 dias',
  ],
  [
    group('AND', ask('tags', 'ALL_IN', ['t1', 't2']), ask('last_inbound_at', 'BETWEEN', ['today-7d', 'today'])),
    'Contacts with tags vip and wholesale and who wrote in the last 7 days',
    'Contatos com as tags vip e wholesale e que escreveram nos últimos 7 dias',
  ],
  [
    group('OR', ask('city', 'EQUAL', 'Recife'), group('AND', vip, ask('owner', 'IS_DEFINED', false))),
    'Contacts whose city is “Recife” or (with tag vip and without an owner)',
    'Contatos com cidade: “Recife” ou (com a tag vip e sem responsável)',
  ],
  [
    group(
      'AND',
      ask('lists', 'NOT_IN', ['l1']),
      ask('lifecycle', 'IN', ['lead', 'customer']),
      ask('owner', 'EQUAL', 'm1'),
    ),
    'Contacts not in list Newsletter, whose stage is LEAD or CUSTOMER, and owned by Ana Souza',
    'Contatos fora da lista Newsletter, com etapa: LEAD ou CUSTOMER e com responsável Ana Souza',
  ],
  [
    group('AND', ask('email', 'LIKE', '@gmail.com$'), ask('consent.whatsapp.marketing', 'EQUAL', 'granted')),
    'Contacts whose email ends with “@gmail.com” and with marketing on WhatsApp: opted in',
    'Contatos com e-mail que termina com “@gmail.com” e com marketing no WhatsApp: aceitou receber',
  ],
  [
    group(
      'AND',
      ask('attributes.plan', 'NOT_IN', ['gold']),
      ask('birthday_month', 'IN', [3]),
      ask('tags', 'NOT_IN', ['x']),
    ),
    "Contacts whose Plan isn't gold, whose birthday month is March, and without tag (deleted)",
    'Contatos com Plano diferente de gold, com mês de aniversário: março e sem a tag (não existe mais)',
  ],
  [
    group('AND', ask('messages.wrote.90', 'LARGER', 3), ask('created_at', 'SMALLER', '2026-03-01')),
    'Contacts who sent more than 3 messages in the last 90 days and added before Mar 1, 2026',
    'Contatos que enviaram mais de 3 mensagens nos últimos 90 dias e adicionados antes de 1 de mar. de 2026',
  ],
  [
    group('AND', ask('messages.read.7', 'EQUAL', 1), ask('messages.clicked.30', 'LARGER', 0)),
    'Contacts who read exactly 1 message in the last 7 days and who pressed a button in the last 30 days',
    'Contatos que leram exatamente 1 mensagem nos últimos 7 dias e que pressionaram um botão nos últimos 30 dias',
  ],
  [
    group(
      'OR',
      ask('conversation.channel', 'ANY_IN', ['n1']),
      ask('username', 'LIKE', '^ana'),
      ask('consent.email.marketing', 'IN', ['denied', 'unknown']),
    ),
    'Contacts with a conversation on number Store, whose username starts with “ana”, or with marketing by email: opted out or no consent',
    'Contatos com conversa no número Store, com nome de usuário que começa com “ana” ou com marketing por e-mail: descadastrado ou sem consentimento',
  ],
])('a filter is put into words of both languages', (tree, en, pt) => {
  expect(say('en', tree)).toBe(en)
  expect(say('pt', tree)).toBe(pt)
})

test('each verb of each field has words in both languages, whatever its value is', () => {
  for (const field of fields)
    for (const verb of verbsOf(field))
      for (const value of ['', 'x', '?!', 3, true]) {
        const name = field.windowed ? `${field.name}.30` : field.name
        const tree = group('AND', conditionOf(name, { verb, values: [value, value] }))
        for (const language of ['en', 'pt'] as const)
          expect(say(language, tree), `${name} ${verb}`).not.toMatch(/say\.|\{\{/)
      }
})

test('that something happened, or never did, is asked without a number', () => {
  const read = fields.find(({ name }) => name === 'messages.read')
  if (!read) throw new Error('no such field')
  expect(verbsOf(read).slice(0, 2)).toEqual(['did', 'didNot'])
  expect(firstCondition(read)).toEqual({ field: 'messages.read.30', operator: 'LARGER', value: 0 })
  expect(askedOf({ field: 'messages.read.30', operator: 'EQUAL', value: 0 }, read)).toEqual({
    verb: 'didNot',
    values: [],
  })
  // A number is typed digit by digit.
  expect(askedOf({ field: 'messages.read.30', operator: 'LARGER_EQUAL', value: 1 }, read).verb).toBe('atLeast')
})

test('each verb of each field is read back as it was written', () => {
  for (const field of fields)
    for (const verb of verbsOf(field)) {
      const name = field.windowed ? `${field.name}.30` : field.name
      const asked = withVerb(askedOf(firstCondition(field), field), verb)
      expect(askedOf(conditionOf(name, asked), field).verb, `${name} ${verb}`).toBe(verb)
    }
})

test.each([
  ['en', 'Message text contains “price” and 24-hour window of this conversation is open'],
  ['pt', 'Texto da mensagem contém “price” e janela de 24 horas desta conversa: aberta'],
] as const)('conditions on what happened alone are not about contacts (%s)', (language, said) => {
  const words: FilterWords = {
    ...{ t: texts.getFixedT(language), language, references, stageName: (key) => key },
    fields: automationFields(fields, 'message_received', []),
  }
  const onRun = [ask('event.text', 'LIKE', 'price'), ask('chat.window_open', 'EQUAL', true)]
  expect(explainFilter(group('AND', ...onRun), words)).toBe(said)
  expect(explainFilter(group('AND', vip, ...onRun.slice(0, 1)), words)).toMatch(/^Conta(ct|to)s /)
})
