import { OutboundError } from '@recado/providers/outbound'
import type { Deps } from '#server/context.ts'
import {
  lookupOf,
  type SourceSettings,
  type WebhookSource,
} from '#server/modules/integrations/webhook-sources/index.ts'
import type { IntegrationRow } from './queries/processing.ts'
import { openSecrets } from './secrets.ts'

const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 8000

/** The system will not tell, however often it is asked. */
export class LookupRefused extends Error {
  readonly reason: 'lookup_refused' | 'lookup_not_found' | 'lookup_forbidden'
  constructor(reason: LookupRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

const refusalOf = (status: number): LookupRefused['reason'] | null => {
  if (status === 401 || status === 403) return 'lookup_refused'
  return status === 404 || status === 410 ? 'lookup_not_found' : null
}

const ask = async (deps: Deps, url: string, headers: Record<string, string>): Promise<unknown> => {
  const answer = await deps
    .outbound({ url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    .catch((error: unknown) => {
      if (error instanceof OutboundError && error.kind === 'forbidden') throw new LookupRefused('lookup_forbidden')
      throw error
    })
  const refusal = refusalOf(answer.status)
  if (refusal) throw new LookupRefused(refusal)
  if (answer.status !== 200) throw new Error(`The system answered ${answer.status} when it was asked`)
  return JSON.parse(answer.body.toString('utf8'))
}

/**
 * What a system told, with what it leaves out read from it, where it has given a token for that. What came under that name
 * itself counts for nothing. Throws `LookupRefused`, and anything else when it may answer later.
 */
export const lookedUp = async (
  deps: Deps,
  source: WebhookSource,
  integration: Pick<IntegrationRow, 'secrets' | 'settings'>,
  json: unknown,
): Promise<unknown> => {
  const lookup = lookupOf(source)
  if (!lookup || typeof json !== 'object' || json === null) return json
  const { [lookup.as]: _said, ...rest } = json as Record<string, unknown>
  const token = openSecrets(deps, integration.secrets)['accessToken']
  const url = token ? lookup.url(rest, (integration.settings as SourceSettings).apiUrl) : null
  return token && url ? { ...rest, [lookup.as]: await ask(deps, url, lookup.headers(token)) } : rest
}
