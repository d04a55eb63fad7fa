import { expect, test } from 'vitest'
import { fakeServer } from '#web/test/fake-server.ts'
import { createTexts } from './i18n.ts'

test.each([
  ['en', 0, '0 members'],
  ['en', 1, '1 member'],
  ['en', 10_002, '10,002 members'],
  ['pt', 0, '0 membros'],
  ['pt', 1, '1 membro'],
  ['pt', 10_002, '10.002 membros'],
  ['pt', 2_000_000, '2.000.000 de membros'],
])('%s says %i members as "%s"', async (language, count, said) => {
  fakeServer(null, [])
  const texts = await createTexts()
  await texts.changeLanguage(language)
  texts.addResourceBundle('en', 'test', { members_one: '{{count}} member', members_other: '{{count}} members' })
  texts.addResourceBundle('pt', 'test', {
    members_one: '{{count}} membro',
    members_many: '{{count}} de membros',
    members_other: '{{count}} membros',
  })
  expect(texts.t('test:members', { count })).toBe(said)
})

test('a code is not written as a number', async () => {
  fakeServer(null, [])
  const texts = await createTexts()
  texts.addResourceBundle('en', 'test', { code: 'Code {{code}}' })
  await texts.changeLanguage('en')
  expect(texts.t('test:code', { code: 131_047 })).toBe('Code 131047')
})
