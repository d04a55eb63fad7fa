import { canSendThrough } from '@recado/providers'
import { findCatalogue } from '@recado/providers/catalogue'
import { credentialsSchema } from '@recado/providers/credentials'
import type { ProviderCatalogue } from '@recado/providers/fields'
import { type Credentials, ProviderError } from '@recado/providers/provider'
import type { Deps } from '#server/context.ts'
import { badFields, badRequest, refusalsOf, withinField } from '#server/notifications/shared/errors.ts'
import type { IntegrationRow } from './queries.ts'
import { providerPorts, senderFor } from './senders.ts'

type Named = Pick<IntegrationRow, 'channel' | 'providerId'>

/** The provider's entry in the catalogue; 400 when the channel has none of that name. */
export const loadCatalogue = ({ channel, providerId }: Named): ProviderCatalogue => {
  const catalogue = findCatalogue(channel, providerId)
  if (!catalogue) throw badRequest(`There is no provider ${providerId} for the channel ${channel}`)
  return catalogue
}

/** Credentials as the provider takes them; 400 with all that is wrong. They may be incomplete while it is inactive. */
export const readCredentials = (
  catalogue: ProviderCatalogue,
  given: unknown,
  { complete }: { complete: boolean },
): Credentials => {
  const parsed = credentialsSchema(catalogue, { complete }).safeParse(given)
  if (parsed.success) return parsed.data
  throw badFields(withinField('credentials', refusalsOf(parsed.error)))
}

export const isComplete = (catalogue: ProviderCatalogue, credentials: Credentials): boolean =>
  credentialsSchema(catalogue).safeParse(credentials).success

/** Only what can send may be switched on. */
export const assertSendable = (catalogue: ProviderCatalogue): void => {
  if (!canSendThrough(catalogue))
    throw badRequest(`The provider ${catalogue.id} cannot be activated: its adapter is not there yet`)
}

/** Tries the credentials with the provider; 400 with what it says. Providers without a way to try pass. */
export const tryCredentials = async (
  deps: Deps,
  named: Named & Pick<IntegrationRow, 'organizationId'>,
  credentials: Credentials,
): Promise<void> => {
  try {
    await senderFor(named)?.check?.(credentials, providerPorts(deps, named))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw badRequest(`The credentials do not work: ${error.message}`)
  }
}
