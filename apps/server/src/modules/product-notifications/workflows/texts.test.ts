import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { locales } from '@recado/contracts'
import type { StepTemplate } from '@recado/contracts/notifications/domain'
import { workflowEndpoints } from '@recado/contracts/notifications/workflows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseVariant } from '#server/notifications/conditions/choose-variant.ts'
import { renderEmail } from '#server/notifications/templates/email.ts'
import { renderInApp } from '#server/notifications/templates/in-app.ts'
import { renderPlainText } from '#server/notifications/templates/plain.ts'
import { renderContext } from '#server/notifications/templates/render.ts'
import { findVariables, missingVariables } from '#server/notifications/templates/variables.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-events.ts'
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
  company: { id: '01900000-0000-7000-8000-000000000000', name: 'Empório' },
}
const { appUrl } = common
const nobody = { subscriberId: 'x', isOnline: false, lastOnlineAt: null }

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
const say = (template: StepTemplate, sample: object, locale: string, total: number): string => {
  const context = renderContext({
    payload: { ...sample, ...common },
    subscriber: { locale },
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

const spoken = async (identifier: keyof typeof productWorkflows, locale: string, total: number): Promise<string[]> => {
  const { steps, sample } = productWorkflows[identifier]
  const texts: string[] = []
  for (const step of steps) {
    if (step.template.type === 'digest' || step.template.type === 'delay') continue
    const facts = { payload: sample, subscriber: { ...nobody, locale }, tenant: null, now: new Date() }
    const ports = {
      askWebhook: () => Promise.reject(new Error('asked')),
      messageOfStep: () => Promise.resolve(null),
      render: renderPlainText,
    }
    const { template } = await chooseVariant(step, facts, ports)
    texts.push(say(template, sample, locale, total))
  }
  return texts
}

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
      for (const [i, text] of (en ?? []).entries()) expect(text).not.toBe(pt?.[i])
      for (const text of [...(en ?? []), ...(pt ?? [])]) expect(text).not.toMatch(/\{\{|undefined|<b><\/b>/)
    }
    const payload = { ...sample, ...common }
    const { variables } = findVariables(steps)
    const required = variables.map((variable) => ({ ...variable, required: variable.type !== 'Boolean' }))
    expect(missingVariables(required, payload)).toEqual([])
  })
})
