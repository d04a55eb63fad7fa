import type { EndpointInput, EndpointResult } from '@recado/contracts'
import type { previewNotificationStep } from '@recado/contracts/admin/notification-workflows'
import type { StepTemplate } from '@recado/contracts/notifications/domain'
import { organizationBranding } from '#server/notifications/audience/organizations/branding.ts'
import { findDefaultLayout, findLayoutByIdOrIdentifier } from '#server/notifications/definitions/layouts/queries.ts'
import { renderEmail } from '#server/notifications/definitions/templates/email.ts'
import { renderInApp } from '#server/notifications/definitions/templates/in-app.ts'
import { renderPlain } from '#server/notifications/definitions/templates/plain.ts'
import { renderContext } from '#server/notifications/definitions/templates/render.ts'
import { countSmsSegments } from '#server/notifications/definitions/templates/sms-segments.ts'
import { TemplateError } from '#server/notifications/definitions/templates/template-error.ts'
import { personOf } from '#server/notifications/engine/execution/world.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { loadPerson } from './subscribers.ts'

type Input = EndpointInput<typeof previewNotificationStep>['body']
type Preview = EndpointResult<typeof previewNotificationStep>
type Context = ReturnType<typeof renderContext>

const nothing: Preview = {
  subject: null,
  title: null,
  content: null,
  html: false,
  ctaUrl: null,
  buttons: [],
  error: null,
  segments: null,
}

const sampleSubscriber = {
  subscriberId: 'ana',
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@example.com',
  phone: '+5581999990000',
  avatar: null,
  locale: 'pt',
  timezone: 'America/Recife',
  data: {},
  isOnline: true,
  lastOnlineAt: null,
}

const contextOf = async (ctx: EnvironmentCtx, { template, payload, subscriberId }: Input): Promise<Context> => {
  const person = subscriberId === undefined ? sampleSubscriber : personOf(await loadPerson(ctx, subscriberId))
  return renderContext({
    payload,
    subscriber: person,
    actor: person,
    tenant: { identifier: 'tenant', name: 'Tenant', data: {} },
    step: { digest: true, events: [payload, payload], total_count: 2 },
    branding: await organizationBranding(ctx),
    ...(template.preheader === undefined ? {} : { preheader: template.preheader }),
  })
}

const emailPreview = async (ctx: EnvironmentCtx, template: StepTemplate, context: Context): Promise<Preview> => {
  const { layoutId, contentType } = template
  const named = layoutId ? await findLayoutByIdOrIdentifier(ctx, layoutId) : null
  if (layoutId && !named) throw new TemplateError('The layout is not there')
  const layout = named ?? (contentType === 'customHtml' ? null : await findDefaultLayout(ctx))
  const { subject, html } = renderEmail(template, context, layout)
  return { ...nothing, subject, content: html, html: true }
}

const inAppPreview = (template: StepTemplate, context: Context): Preview => {
  const { content, cta } = renderInApp(template, context)
  const buttons = (cta.action?.buttons ?? []).map((button) => ({ type: button.type, content: button.content }))
  return { ...nothing, content, html: true, ctaUrl: cta.data?.url || null, buttons }
}

const render = (ctx: EnvironmentCtx, template: StepTemplate, context: Context): Preview | Promise<Preview> => {
  switch (template.type) {
    case 'email':
      return emailPreview(ctx, template, context)
    case 'in_app':
      return inAppPreview(template, context)
    case 'sms': {
      const { content } = renderPlain(template, context)
      return { ...nothing, content, segments: countSmsSegments(content) }
    }
    case 'push': {
      const { title, content } = renderPlain(template, context)
      return { ...nothing, title, content }
    }
    case 'chat':
      return { ...nothing, content: renderPlain(template, context).content }
    default:
      return nothing
  }
}

/** What the template of a step makes of a payload; nothing is saved or sent. */
export const previewStep = async (ctx: EnvironmentCtx, input: Input): Promise<Preview> => {
  const context = await contextOf(ctx, input)
  try {
    return await render(ctx, input.template, context)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return { ...nothing, error: error.message }
  }
}
