import * as contract from '@recado/contracts/whatsapp/signup'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { finishSignup } from './actions/finish.ts'
import { chooseNumbers, discardOnboarding, giveOnboardingPin, retryOnboarding } from './actions/go-on.ts'
import { listOnboardings, readOnboarding } from './actions/load.ts'
import { reopenOnboarding, startOnboarding } from './actions/open.ts'

/** Embedded signup: connecting a number by Meta's window. */
export const onboardingRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listOnboardings, (ctx) => listOnboardings(ctx))
  route(app, contract.startOnboarding, (ctx, { body }) => startOnboarding(ctx, body.kind))
  route(app, contract.getOnboarding, (ctx, { params }) => readOnboarding(ctx, params.id))
  route(app, contract.reopenOnboarding, (ctx, { params }) => reopenOnboarding(ctx, params.id))
  route(app, contract.finishSignup, (ctx, { params, body }) => finishSignup(ctx, params.id, body))
  route(app, contract.chooseOnboardingNumbers, (ctx, { params, body }) =>
    chooseNumbers(ctx, params.id, body.phoneNumberIds),
  )
  route(app, contract.giveOnboardingPin, (ctx, { params, body }) => giveOnboardingPin(ctx, params.id, body.pin))
  route(app, contract.retryOnboarding, (ctx, { params }) => retryOnboarding(ctx, params.id))
  route(app, contract.discardOnboarding, (ctx, { params }) => discardOnboarding(ctx, params.id))
}
