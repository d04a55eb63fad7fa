import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import {
  getWebhookTemplate,
  listWebhookTemplates,
  listWebhookTemplateUses,
  testWebhookTemplate,
} from '@recado/contracts/integrations/webhook-templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

const key = ['webhook-templates'] as const

/** Systems of the product, and those that were added. */
export const templatesQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(listWebhookTemplates, {}, { signal }),
})

/** A system with its versions; the newest of them unless one is named. */
export const templateQuery = (name: string, number?: number) =>
  queryOptions({
    queryKey: [...key, name, number ?? null],
    queryFn: ({ signal }) =>
      call(getWebhookTemplate, { params: { key: name }, query: number === undefined ? {} : { number } }, { signal }),
  })

export const templateUsesQuery = (name: string, number: number | undefined, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...key, name, 'uses', number ?? null, cursor ?? null],
    queryFn: ({ signal }) => {
      const query = { limit: 25, ...(number !== undefined && { number }), ...(cursor && { cursor }) }
      return call(listWebhookTemplateUses, { params: { key: name }, query }, { signal })
    },
  })

/** What becomes of the samples, of what is being written where that is given. */
export const templateTestQuery = (name: string, number: number | null, definition: SourceDefinition | null) =>
  queryOptions({
    queryKey: [...key, name, 'test', number, definition],
    queryFn: ({ signal }) => {
      const body = { ...(number !== null && { number }), ...(definition && { definition }) }
      return call(testWebhookTemplate, { params: { key: name }, body }, { signal })
    },
    retry: false,
  })
