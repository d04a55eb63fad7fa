import type { Deps } from '#server/context.ts'
import { ensureDemoKeys } from '#server/modules/integrations/api-keys/index.ts'
import { connectDemoSystems } from '#server/modules/integrations/webhook-integrations/index.ts'
import { inboxCredentials } from '#server/modules/shared/inbox-identity/index.ts'
import { announceDemo } from './announce.ts'
import { furnishDemo } from './furnish.ts'
import type { DemoSandbox } from './sandbox.ts'
import { seedDemo } from './seed.ts'

/** Creates the demo data at the first start. The returned function writes `demo.json` and prints where to sign in. */
export const prepareDemo = async (deps: Deps, sandbox: DemoSandbox, dataDir: string): Promise<() => Promise<void>> => {
  await sandbox.ready
  const seeded = await seedDemo(deps, sandbox.secrets)
  await furnishDemo(deps, seeded, sandbox.url)
  const inbox = await inboxCredentials(deps)
  const [company] = seeded.companies
  const webhooksIn = company ? await connectDemoSystems(deps, company.id) : []
  const keys = company ? await ensureDemoKeys(deps, company.id) : null
  const { productUrl, webhookUrl, publicUrl: sandboxUrl, secrets } = sandbox
  const graphVersion = deps.config.WHATSAPP_GRAPH_VERSION
  return () =>
    announceDemo({
      ...{ dataDir, productUrl, webhookUrl, sandboxUrl, graphVersion, secrets, seeded, inbox, keys, webhooksIn },
    })
}
