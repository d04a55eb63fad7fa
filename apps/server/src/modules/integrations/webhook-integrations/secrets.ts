import type { Deps } from '#server/context.ts'
import type { Secrets } from '#server/modules/integrations/webhook-sources/index.ts'

/** Secrets as they are stored. */
export const sealSecrets = ({ sealer }: Pick<Deps, 'sealer'>, secrets: Secrets): string =>
  sealer.seal(JSON.stringify(secrets))

/** Secrets as they were given; none where nothing is stored. */
export const openSecrets = ({ sealer }: Pick<Deps, 'sealer'>, sealed: string | null): Secrets =>
  sealed === null ? {} : (JSON.parse(sealer.open(sealed)) as Secrets)
