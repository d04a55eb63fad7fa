import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { campaignQuery } from './campaigns.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps what was saved when the answer to an earlier question comes after it', async () => {
  const client = new QueryClient()
  const { queryKey } = campaignQuery('c1')
  const read = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => read.promise)
  const reading = client.fetchQuery({ ...campaignQuery('c1'), staleTime: 0 })
  client.setQueryData(queryKey, { id: 'c1', version: 2, name: 'Written' } as Campaign)
  read.resolve(Response.json({ id: 'c1', version: 1, name: '' }))
  await reading
  expect(client.getQueryData(queryKey)?.name).toBe('Written')
})
