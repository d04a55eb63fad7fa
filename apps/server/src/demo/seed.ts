import type { UserRole } from '@recado/contracts'
import type { Deps } from '#server/context.ts'
import { createDemoAccounts } from '#server/modules/companies/companies/index.ts'
import { seedChannel } from '#server/modules/whatsapp/channels/index.ts'
import { demoAccounts } from './content.ts'
import type { DemoSecrets } from './sandbox.ts'

export type DemoSeed = {
  accounts: { email: string; password: string; role: UserRole }[]
  companies: { id: string; name: string }[]
}

/** Makes the demo's companies, people and numbers at the first start; later starts find them. */
export const seedDemo = async (deps: Deps, secrets: DemoSecrets): Promise<DemoSeed> => {
  const seed = await createDemoAccounts(deps)
  for (const [index, company] of seed.companies.entries()) {
    const account = demoAccounts[index]
    const number = account?.phoneNumbers[0]
    if (!account || !number) continue
    await seedChannel(deps, {
      companyId: company.id,
      wabaId: account.id,
      accountName: account.name,
      phoneNumberId: number.id,
      phone: number.displayPhoneNumber,
      name: number.verifiedName,
      accessToken: secrets.accessToken,
      kind: 'sandbox',
    })
  }
  return seed
}
