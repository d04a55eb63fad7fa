import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoKeys } from '#server/modules/integrations/api-keys/index.ts'
import type { DemoSystem } from '#server/modules/integrations/webhook-integrations/index.ts'
import { demoAccounts } from './content.ts'
import type { DemoSecrets } from './sandbox.ts'
import type { DemoSeed } from './seed.ts'

type Announcement = {
  dataDir: string
  productUrl: string
  webhookUrl: string
  sandboxUrl: string
  graphVersion: string
  secrets: DemoSecrets
  seeded: DemoSeed
  inbox: { applicationIdentifier: string; apiKey: string }
  keys: DemoKeys | null
  webhooksIn: DemoSystem[]
}

const describe = (a: Announcement) => {
  const [account] = demoAccounts
  const [number] = account.phoneNumbers
  return {
    url: a.productUrl,
    accounts: a.seeded.accounts.map(({ email, password, role }) => ({ email, password, role })),
    companies: a.seeded.companies,
    whatsapp: {
      webhookUrl: a.webhookUrl,
      appSecret: a.secrets.appSecret,
      verifyToken: a.secrets.verifyToken,
      phoneNumberId: number.id,
      wabaId: account.id,
      displayPhoneNumber: number.displayPhoneNumber,
    },
    sandbox: {
      graphUrl: `${a.sandboxUrl}/${a.graphVersion}`,
      accessToken: a.secrets.accessToken,
      phoneUrl: `${a.sandboxUrl}/phone`,
      mailUrl: `${a.sandboxUrl}/mail`,
    },
    contacts: { importUrl: `${a.productUrl}/api/v1/imports`, exportUrl: `${a.productUrl}/api/v1/list-exports` },
    api: { baseUrl: `${a.productUrl}/api/v1`, ...a.keys, openapiUrl: `${a.productUrl}/api/openapi.json` },
    webhooksIn: a.webhooksIn,
    // The published clients call it `backendUrl`.
    notifications: { backendUrl: a.productUrl, apiUrl: a.productUrl, socketUrl: a.productUrl, ...a.inbox },
  }
}

/** Writes what a script needs to drive the demo to `demo.json`, and tells a person where to go. */
export const announceDemo = async (announcement: Announcement): Promise<void> => {
  const info = describe(announcement)
  await writeFile(join(announcement.dataDir, 'demo.json'), `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 })
  const width = Math.max(...info.accounts.map((account) => account.email.length))
  const lines = [
    '',
    `  Recado is ready: ${info.url}`,
    '',
    '  Sign in with:',
    ...info.accounts.map((a) => `    ${a.email.padEnd(width)}  ${a.password}   (${a.role})`),
    '',
    `  Customer's phone: ${info.sandbox.phoneUrl}`,
    `  Emails sent:      ${info.sandbox.mailUrl}`,
    '',
    '  This is the demo: it runs on this machine only, with stand-ins for WhatsApp and mail.',
    '  Ctrl-C stops it. Its data stays for the next start.',
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
