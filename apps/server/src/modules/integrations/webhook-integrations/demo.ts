import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { type Secrets, type WebhookSource, webhookSources } from '#server/modules/integrations/webhook-sources/index.ts'
import { insertIntegration, listIntegrations } from './queries/integrations.ts'
import { openSecrets, sealSecrets } from './secrets.ts'
import { urlOf } from './view.ts'

export type DemoSystem = { source: string; url: string; secret: string | null }

/** What a source is verified by, and no token for reading what it leaves out: the demo calls no one. */
const provedBy = ({ key, secrets }: WebhookSource): string | undefined =>
  key === 'generic' ? 'secret' : secrets.find(({ key: name, required }) => required && name !== 'accessToken')?.key

const madeUp = (source: WebhookSource): Secrets => {
  const key = provedBy(source)
  if (key === undefined) return {}
  const secret = createToken()
  return { [key]: source.key === 'generic' ? `whsec_${Buffer.from(secret).toString('base64')}` : secret }
}

const connect = async (tx: CompanyCtx, source: WebhookSource): Promise<void> => {
  const token = createToken()
  await insertIntegration(tx, {
    ...{
      id: newId(),
      sourceKey: source.key,
      name: source.name[tx.deps.config.DEMO_LANGUAGE],
      enabled: true,
      mapping: { events: source.events },
    },
    ...{
      tokenHash: hashToken(token),
      token: tx.deps.sealer.seal(token),
      secrets: sealSecrets(tx.deps, madeUp(source)),
    },
    settings: { addresses: [], ...(source.key === 'generic' && { scheme: 'standard' }) },
  })
}

/** One connected system of each source in a company of the demo, and what a script needs to speak as them. */
export const connectDemoSystems = async (deps: Deps, companyId: string): Promise<DemoSystem[]> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return []
  return inTransaction(automationCtx(deps, settings), async (tx) => {
    const known = await listIntegrations(tx)
    for (const source of webhookSources)
      if (!known.some(({ sourceKey }) => sourceKey === source.key)) await connect(tx, source)
    const rows = await listIntegrations(tx)
    return webhookSources.flatMap((source) => {
      const row = rows.find(({ sourceKey }) => sourceKey === source.key)
      const key = provedBy(source)
      if (!row) return []
      return [{ source: source.key, url: urlOf(tx, row), secret: (key && openSecrets(deps, row.secrets)[key]) || null }]
    })
  })
}
