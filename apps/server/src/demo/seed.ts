import type { UserRole } from '@recado/contracts'
import type { Deps } from '../context.ts'
import { createDemoAccounts } from '../modules/companies/index.ts'
import type { DemoSecrets } from './start.ts'

export type DemoSeed = {
  accounts: { email: string; password: string; role: UserRole }[]
  companies: { id: string; name: string }[]
}

/** Makes the demo's companies, people, numbers and conversations at the first start; later starts find them. */
export const seedDemo = async (
  deps: Deps,
  _sandbox: { sandboxUrl: string; secrets: DemoSecrets },
): Promise<DemoSeed> => {
  return createDemoAccounts(deps)
}
