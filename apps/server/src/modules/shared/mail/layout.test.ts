import { locales } from '@recado/contracts'
import { expect, test } from 'vitest'
import { type MailFacts, writeMail } from './content.ts'
import { renderHtml, renderText } from './layout.ts'

const url = 'http://localhost:5000/verify-email?token=abc&x=1'
const samples: MailFacts[] = [
  { kind: 'verify', name: 'Bia', url, code: '012345' },
  { kind: 'already_registered', name: 'Bia', url, resetUrl: 'http://localhost:5000/forgot-password' },
  { kind: 'reset', name: 'Bia', url },
  { kind: 'email_change', name: 'Bia', url },
  { kind: 'email_changed', name: 'Bia', email: 'bia@example.test', url },
  { kind: 'invitation', inviter: 'Ana', company: 'Empório', role: 'member', url },
]

test.each(samples.flatMap((facts) => locales.map((locale) => ({ facts, locale }))))(
  '$facts.kind in $locale',
  ({ facts, locale }) => {
    const content = writeMail(facts, locale, 'Recado')
    expect(content.subject).not.toBe('')
    const html = renderHtml(content, locale, 'Recado')
    expect(html).toContain(`href="${url.replace('&', '&amp;')}"`)
    expect(html).toContain(locale === 'pt' ? 'lang="pt-BR"' : 'lang="en"')
    expect(renderText(content, 'Recado')).toContain(url)
  },
)

test('the two languages differ', () => {
  for (const facts of samples)
    expect(writeMail(facts, 'en', 'Recado').title).not.toBe(writeMail(facts, 'pt', 'Recado').title)
})

test('names cannot write HTML', () => {
  const content = writeMail(
    { kind: 'invitation', inviter: '<img src=x>', company: '"&<b>', role: 'admin', url },
    'en',
    'Recado',
  )
  const html = renderHtml(content, 'en', 'Recado')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;img src=x&gt;')
})

test('names cannot carry links, and our own addresses are links', () => {
  const name = 'https://evil.example/x'
  const invited = renderHtml(
    writeMail({ kind: 'invitation', inviter: name, company: name, role: 'member', url }, 'en', 'Recado'),
    'en',
    'Recado',
  )
  expect(invited).not.toContain('href="https://evil.example')
  const resetUrl = 'http://localhost:5000/forgot-password'
  const facts = { kind: 'already_registered' as const, name: 'http://localhost:5000.evil.example/', url, resetUrl }
  const told = renderHtml(writeMail(facts, 'pt', 'Recado'), 'pt', 'Recado')
  expect(told).toContain(`href="${resetUrl}"`)
  expect(told).not.toContain('href="http://localhost:5000.evil')
})
