import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { locales } from '@recado/contracts'
import type { StepTemplate } from '@recado/contracts/notifications/domain'
import { workflowEndpoints } from '@recado/contracts/notifications/workflows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseVariant } from '#server/notifications/definitions/conditions/choose-variant.ts'
import { renderEmail } from '#server/notifications/definitions/templates/email.ts'
import { renderInApp } from '#server/notifications/definitions/templates/in-app.ts'
import { renderPlainText } from '#server/notifications/definitions/templates/plain.ts'
import { renderContext } from '#server/notifications/definitions/templates/render.ts'
import { findVariables, missingVariables } from '#server/notifications/definitions/templates/variables.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { productWorkflows } from './index.ts'
import { mailLayout } from './layout.ts'

let w: ProductWorld
beforeAll(async () => {
  w = await openProductWorld()
})
afterAll(() => w.close())

const entries = Object.entries(productWorkflows)
const common = {
  appUrl: 'http://localhost:5000',
  brand: { name: 'Mensageiro', footer: { en: 'Rua do Sol 1', pt: 'Rua do Sol, 1' } },
  company: { id: '01900000-0000-7000-8000-000000000000', name: 'Empório' },
}
const { appUrl } = common
const offlineSubscriber = { subscriberId: 'x', isOnline: false, lastOnlineAt: null }

/** The pages of the web app, as patterns of their paths. */
const pages = globSync('**/*.tsx', {
  cwd: fileURLToPath(new URL('../../../../../web/src/routes', import.meta.url)),
}).map((file) => {
  const parts = file
    .replace(/\.tsx$/, '')
    .split(/[/.]/)
    .filter((part) => !part.startsWith('_') && part !== 'index')
  return new RegExp(`^/${parts.map((part) => (part.startsWith('$') ? '[^/]+' : part)).join('/')}$`)
})
const isPage = (url: string) => pages.some((page) => page.test(url.split(/[?#]/)[0] ?? ''))

/** What a template says, with `⟦name⟧` for every value that the payload has. */
const say = (template: StepTemplate, sample: object, subscriber: object, total: number): string => {
  const context = renderContext({
    payload: { ...sample, ...common },
    subscriber,
    actor: null,
    tenant: null,
    step: { digest: total > 1, events: [], total_count: total },
  })
  if (template.type === 'in_app') {
    const { content, cta } = renderInApp(template, context)
    expect(isPage(cta.data?.url ?? ''), cta.data?.url).toBe(true)
    return content
  }
  const mail = renderEmail(template, context, mailLayout)
  const [, url = ''] = mail.html.match(new RegExp(`href="${appUrl}(/[^"]*)`)) ?? []
  expect(isPage(url), url).toBe(true)
  return `${mail.subject}\n${mail.html}`
}

const spoken = async (
  identifier: keyof typeof productWorkflows,
  locale: string,
  total: number,
  timezone = 'UTC',
): Promise<string[]> => {
  const { steps, sample } = productWorkflows[identifier]
  const texts: string[] = []
  for (const step of steps) {
    if (step.template.type === 'digest' || step.template.type === 'delay') continue
    const facts = { payload: sample, subscriber: { ...offlineSubscriber, locale }, tenant: null, now: new Date() }
    const ports = {
      askWebhook: () => Promise.reject(new Error('asked')),
      messageOfStep: () => Promise.resolve(null),
      render: renderPlainText,
    }
    const { template } = await chooseVariant(step, facts, ports)
    texts.push(say(template, sample, { locale, timezone }, total))
  }
  return texts
}

/** Says what a member wrote, in the words they wrote it in. */
const asWritten = 'automation.notified'

describe.each(entries)('%s', (identifier, definition) => {
  const name = identifier as keyof typeof productWorkflows

  it('is accepted by the API as it is seeded', async () => {
    const answer = await w.get(`/workflows/${identifier}`)
    const { steps, notificationGroup, ...given } = answer.data
    const body = workflowEndpoints[0].create.body
    const fields = { ...given, steps, notificationGroupId: notificationGroup._id }
    expect(body?.safeParse(fields).error).toBeUndefined()
    expect(answer.data.active).toBe(true)
    for (const { template } of steps) if (template.type === 'in_app') expect(template._feedId).toMatch(/^[0-9a-f]{24}$/)
  })

  it('says the same in both languages, with all that its payload gives', async () => {
    const { sample, steps, description } = definition
    expect(description.en).not.toBe(description.pt)
    for (const total of [1, 3]) {
      const [en, pt] = await Promise.all(locales.map((locale) => spoken(name, locale, total)))
      if (name !== asWritten) for (const [i, text] of (en ?? []).entries()) expect(text).not.toBe(pt?.[i])
      for (const text of [...(en ?? []), ...(pt ?? [])]) expect(text).not.toMatch(/\{\{|undefined|<b><\/b>/)
    }
    const payload = { ...sample, ...common }
    const { variables } = findVariables(steps)
    const required = variables.map((variable) => ({ ...variable, required: variable.type !== 'Boolean' }))
    expect(missingVariables(required, payload)).toEqual([])
  })
})

it.each([
  ['company.deletion_scheduled', 'en', 'Pacific/Auckland', 'December 22, 2026'],
  ['company.deletion_scheduled', 'pt', 'America/Recife', '21/12/2026'],
  ['security.impersonated', 'en', 'Pacific/Auckland', 'November 22, 2026, 5:20 AM'],
  ['security.impersonated', 'pt', 'America/Recife', '21/11/2026 13:20'],
] as const)('%s dates in %s and %s are written as there', async (identifier, locale, timezone, written) => {
  for (const text of await spoken(identifier, locale, 1, timezone)) {
    expect(text).toContain(written)
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d/)
  }
})

it.each([
  ['template.category_changed', 'en', 'from Utility to Marketing'],
  ['template.category_changed', 'pt', 'de Utilidade para Marketing'],
  ['channel.limit_changed', 'en', 'is now 10,000 customers per day'],
  ['channel.limit_changed', 'pt', 'agora é de 10 mil clientes por dia'],
] as const)("%s says Meta's codes in words (%s)", async (identifier, locale, words) => {
  for (const text of await spoken(identifier, locale, 1)) expect(text).not.toMatch(/UTILITY|MARKETING|10K/)
  expect((await spoken(identifier, locale, 1))[0]?.replace(/<[^>]*>/g, '')).toContain(words)
})

it.each([
  ['en', 'Mensageiro account.', 'Rua do Sol 1'],
  ['pt', 'conta no Mensageiro.', 'Rua do Sol, 1'],
] as const)('mails carry the name and the footer of the installation (%s)', async (locale, reason, footer) => {
  const mail = (await spoken('member.removed', locale, 1)).find((text) => text.includes('<!doctype')) ?? ''
  expect(mail).toContain(reason)
  expect(mail).toContain(footer)
  expect(mail).not.toContain('Recado')
})

it.each([
  ['en', 1, 'The SLA for Bia was missed'],
  ['en', 3, '3 conversations missed their SLA.'],
  ['pt', 1, 'O SLA de Bia foi estourado'],
  ['pt', 3, '3 conversas estouraram o SLA.'],
] as const)('a mail about %s missed targets (%i) names a contact only when it is one', async (locale, total, said) => {
  const mail = (await spoken('sla.breached', locale, total)).find((text) => text.includes('<!doctype'))
  expect(mail).toContain(said)
  expect(mail?.includes('Bia')).toBe(total === 1)
})
