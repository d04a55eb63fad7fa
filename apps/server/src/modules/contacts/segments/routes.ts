import * as contract from '@recado/contracts/contacts/segments'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { countSegment, listSegments, previewFilter, readSegmentsOf, segments } from './actions.ts'

/** Groups of contacts by what they have in common. */
export const segmentRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listSegments, async (ctx) => ({ data: await listSegments(ctx) }))
  route(app, contract.listSegmentsOfContact, async (ctx, { params }) => ({
    data: await readSegmentsOf(ctx, params.id),
  }))
  route(app, contract.createSegment, (ctx, { body }) => segments.create(ctx, body))
  route(app, contract.updateSegment, (ctx, { params, body: { version, ...change } }) =>
    segments.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteSegment, (ctx, { params, query }) => segments.remove(ctx, params.id, query.force === 'yes'))
  route(app, contract.countSegment, (ctx, { params }) => countSegment(ctx, params.id))
  route(app, contract.previewSegment, (ctx, { body }) => previewFilter(ctx, body.filter))
}
